import { describe, expect, it } from "vitest";
import { frigateEvent, frigateSample as sample } from "./frigate-sample.ts";
import { answered, firstOf, receivedJson } from "./received.ts";

const withAfter = (over: object) => ({ ...frigateEvent, after: { ...frigateEvent.after, ...over } });

describe("Frigate", () => {
  it("FEED-2 reports plate, camera, time and confidence, and follows the object", () => {
    expect(firstOf(sample)).toEqual({
      kind: "plate",
      eventId: expect.stringMatching(/^h-/),
      source: "driveway",
      at: new Date("2026-11-15T04:00:00.250Z"),
      plate: "MH01AB1234",
      confidence: 0.94,
      direction: null,
      vehicleType: null,
      vehicleClass: null,
      speed: null,
      images: [],
      isAfterwards: false,
      track: { id: expect.any(String), isUpdate: true, message: JSON.stringify(sample) },
    });
  });

  it.each([
    ["a pair of plate and score", withAfter({}), 0.94],
    ["a text", withAfter({ recognized_license_plate: "MH01AB1234", recognized_license_plate_score: 0.9 }), 0.9],
    [
      "a text in data, as the API returns it",
      {
        id: sample.id,
        camera: "driveway",
        start_time: 1794715198.5,
        data: { recognized_license_plate: "MH01AB1234", recognized_license_plate_score: 0.8 },
      },
      0.8,
    ],
  ])("FEED-2 the plate may be %s, and is the same event as its update", (_, value, confidence) => {
    const { eventId } = firstOf(sample) as { eventId: string };
    expect(firstOf(value)).toMatchObject({ plate: "MH01AB1234", confidence, source: "driveway", eventId });
  });

  it("FEED-2 a message with the same id and another plate follows the same object", () => {
    const corrected = firstOf({ ...sample, plate: "MH01AB1284" }) as { track: { id: string } };
    expect(corrected.track.id).toBe((firstOf(sample) as { track: { id: string } }).track.id);
  });

  it("FEED-2 the end of an object opens nothing", () => {
    expect(firstOf({ ...frigateEvent, type: "end" })).toMatchObject({ isAfterwards: true });
  });

  it.each([
    ["an object without a plate", withAfter({ recognized_license_plate: null })],
    ["an object with an empty pair", withAfter({ recognized_license_plate: [] })],
  ])("FEED-2 %s is no event and is answered 200", (_, value) => {
    expect(receivedJson(value)).toMatchObject({ ok: true, detections: [] });
    expect(answered({ body: JSON.stringify(value) })).toMatchObject({ status: 200 });
  });
});
