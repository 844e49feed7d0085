import { describe, expect, it } from "vitest";
import { answered, firstOf, jpeg, receivedJson } from "./received.ts";
import { unifiProtectSample as sample } from "./unifi-protect-sample.ts";

const [trigger] = sample.alarm.triggers;
const withTriggers = (...triggers: object[]) => ({ ...sample, alarm: { ...sample.alarm, triggers } });

describe("UniFi Protect", () => {
  it("FEED-2 reports plate, camera, time and picture", () => {
    expect(firstOf(sample)).toEqual({
      kind: "plate",
      eventId: expect.stringMatching(/^h-/),
      source: "F4E2C60A0001",
      at: new Date("2026-11-15T04:00:00.250Z"),
      plate: "MH01AB1234",
      confidence: null,
      direction: null,
      vehicleType: null,
      vehicleClass: null,
      speed: null,
      images: [{ kind: "full", bytes: Buffer.from(jpeg) }],
      isAfterwards: false,
    });
  });

  it.each(["license_plate_known", "license_plate_of_interest", "license_plate_unknown"])("FEED-2 reads %s", (key) => {
    expect(firstOf(withTriggers({ ...trigger, key }))).toMatchObject({ plate: "MH01AB1234" });
  });

  it("FEED-2 the time may be ISO 8601, and is the alarm's if the trigger has none", () => {
    expect(firstOf(withTriggers({ ...trigger, timestamp: "2026-11-15T04:00:00.250Z" }))).toEqual(firstOf(sample));
    expect(firstOf(withTriggers({ ...trigger, timestamp: undefined }))).toMatchObject({
      at: new Date("2026-11-15T04:00:01Z"),
    });
  });

  it("FEED-2 several plates of one alarm are several events, and the picture belongs to none for sure", () => {
    const other = { ...trigger, value: "DL8CAF5031", eventId: "2" };
    expect(receivedJson(withTriggers({ ...trigger }, other))).toMatchObject({
      ok: true,
      detections: [
        { plate: "MH01AB1234", images: [] },
        { plate: "DL8CAF5031", images: [] },
      ],
    });
  });

  it.each(["person", "vehicle", "ring"])(
    "FEED-2 an alarm for a %s, as in a test, is no event and is answered 200",
    (key) => {
      const value = withTriggers({ ...trigger, key, value: undefined });
      expect(receivedJson(value)).toMatchObject({ ok: true, detections: [] });
      expect(answered({ body: JSON.stringify(value) })).toMatchObject({ status: 200 });
    },
  );
});
