import { describe, expect, it } from "vitest";
import { genetecSample as sample } from "./genetec-sample.ts";
import { answered, firstOf, jpeg, receivedJson } from "./received.ts";

describe("Genetec reads", () => {
  it("FEED-2 reports plate, camera, time, direction, confidence and pictures", () => {
    expect(firstOf(sample)).toEqual({
      kind: "plate",
      eventId: expect.stringMatching(/^h-/),
      source: "ACCC8E000001",
      at: new Date("2026-11-15T04:00:00.250Z"),
      plate: "MH01AB1234",
      confidence: 0.95,
      direction: "N",
      vehicleType: null,
      vehicleClass: null,
      speed: null,
      images: [
        { kind: "full", bytes: Buffer.from(jpeg) },
        { kind: "plate", bytes: Buffer.from(jpeg) },
      ],
      isAfterwards: false,
    });
  });

  it("FEED-2 a time without an offset is UTC, and a confidence may be a percentage", () => {
    expect(firstOf({ ...sample, ReadTimeUtc: "2026-11-15T04:00:00", Confidence: 88 })).toMatchObject({
      at: new Date("2026-11-15T04:00:00Z"),
      confidence: 0.88,
    });
  });

  it("FEED-2 a list is read one by one", () => {
    const other = { ...sample, Plate: "DL8CAF5031", VehicleDirection: "Out" };
    expect(receivedJson([sample, other])).toMatchObject({
      ok: true,
      detections: [{ plate: "MH01AB1234" }, { plate: "DL8CAF5031", direction: "X" }],
    });
  });

  it("FEED-2 is answered with status 200", () => {
    expect(answered({ body: JSON.stringify(sample) })).toMatchObject({ status: 200 });
  });
});
