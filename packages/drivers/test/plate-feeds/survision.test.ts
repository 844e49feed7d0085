import { describe, expect, it } from "vitest";
import { answered, firstOf, jpeg, received } from "./received.ts";
import { survisionSample as sample } from "./survision-sample.ts";

const headers = { "survision-serial-number": "SV-2231" };

describe("Survision", () => {
  it("FEED-2 reports plate, camera from the header, time, confidence and picture", () => {
    const understood = received({ body: JSON.stringify(sample), headers });
    expect(understood.ok && understood.detections).toEqual([
      {
        kind: "plate",
        eventId: expect.stringMatching(/^h-/),
        source: "SV-2231",
        at: new Date("2026-11-15T04:00:00.250Z"),
        plate: "MH01AB1234",
        confidence: 0.87,
        direction: null,
        vehicleType: null,
        vehicleClass: null,
        speed: null,
        images: [{ kind: "full", bytes: Buffer.from(jpeg) }],
        isAfterwards: false,
      },
    ]);
  });

  it("FEED-2 without the header it names no camera", () => {
    expect(firstOf(sample)).toMatchObject({ source: null, plate: "MH01AB1234" });
  });

  it.each([
    ["an anpr without a decision", { anpr: { "@date": "1794715200250" } }],
    ["another message of the camera", { infos: { "@date": "1794715200250" } }],
  ])("FEED-2 %s is no event and is answered 200", (_, value) => {
    expect(received({ body: JSON.stringify(value), headers })).toMatchObject({ ok: true, detections: [] });
    expect(answered({ body: JSON.stringify(value), headers })).toMatchObject({ status: 200 });
  });
});
