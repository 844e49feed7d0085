import { describe, expect, it } from "vitest";
import { milesightSample as sample } from "./milesight-sample.ts";
import { answered, firstOf, jpeg } from "./received.ts";

describe("Milesight", () => {
  it("FEED-2 reports plate, camera, time in the site's zone, direction, confidence, vehicle type and pictures", () => {
    expect(firstOf(sample)).toEqual({
      kind: "plate",
      eventId: expect.stringMatching(/^h-/),
      source: "Gate camera",
      at: new Date("2026-11-15T04:00:00.250Z"),
      plate: "MH01AB1234",
      confidence: 0.935,
      direction: "N",
      vehicleType: "Car",
      vehicleClass: null,
      speed: null,
      images: [
        { kind: "full", bytes: Buffer.from(jpeg) },
        { kind: "plate", bytes: Buffer.from(jpeg) },
      ],
      isAfterwards: false,
    });
  });

  it.each([
    ["In", "N"],
    ["Approach", "N"],
    ["Away", "X"],
    ["Unknown", null],
  ])("FEED-2 direction %s is %s", (direction, expected) => {
    expect(firstOf({ ...sample, direction })).toMatchObject({ direction: expected });
  });

  it("FEED-2 is refused without a time", () => {
    expect(firstOf({ ...sample, time: undefined })).toBe("The event has neither an id nor a time.");
  });

  it("FEED-2 is answered with status 200", () => {
    expect(answered({ body: JSON.stringify(sample) })).toMatchObject({ status: 200 });
  });
});
