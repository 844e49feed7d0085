import { describe, expect, it } from "vitest";
import { parseName, plural } from "./name.ts";

describe("names", () => {
  it("have every spelling that a template uses", () => {
    expect(parseName("parking-area")).toEqual({
      kebab: "parking-area",
      camel: "parkingArea",
      pascal: "ParkingArea",
      snake: "parking_area",
      constant: "PARKING_AREA",
      words: "parking area",
      sentence: "Parking area",
      title: "Parking Area",
    });
  });

  it.each(["", "Lane", "lane_a", "-lane", "lane-", "lane--a", "2w", "lane/a", "class", "a".repeat(41)])(
    "rejects %j",
    (text) => {
      expect(() => parseName(text)).toThrow();
    },
  );

  it.each([
    ["lane", "lanes"],
    ["vehicle-category", "vehicle-categories"],
    ["key", "keys"],
    ["bus", "buses"],
    ["bench", "benches"],
  ])("the plural of %s is %s", (one, many) => {
    expect(plural(parseName(one)).kebab).toBe(many);
  });
});
