import { describe, expect, it } from "vitest";
import { plural, readName } from "./name.ts";

describe("names", () => {
  it("are spelt in every way that a template needs", () => {
    expect(readName("parking-area")).toEqual({
      kebab: "parking-area",
      camel: "parkingArea",
      pascal: "ParkingArea",
      snake: "parking_area",
      constant: "PARKING_AREA",
      words: "parking area",
      title: "Parking Area",
    });
  });

  it.each(["", "Lane", "lane_a", "-lane", "lane-", "lane--a", "2w", "lane/a", "class", "a".repeat(41)])(
    "%j is none",
    (text) => {
      expect(() => readName(text)).toThrow();
    },
  );

  it.each([
    ["lane", "lanes"],
    ["vehicle-category", "vehicle-categories"],
    ["key", "keys"],
    ["bus", "buses"],
    ["bench", "benches"],
  ])("many of %s are %s", (one, many) => {
    expect(plural(readName(one)).kebab).toBe(many);
  });
});
