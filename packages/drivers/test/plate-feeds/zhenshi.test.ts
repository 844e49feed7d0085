import { describe, expect, it } from "vitest";
import { answered, firstOf, jpeg, receivedJson } from "./received.ts";
import { zhenshiSample as sample, zhenshiMqttSample } from "./zhenshi-sample.ts";

const { AlarmInfoPlate } = sample;
const withResult = (over: object) => ({
  AlarmInfoPlate: {
    ...AlarmInfoPlate,
    result: { PlateResult: { ...AlarmInfoPlate.result.PlateResult, ...over } },
  },
});

describe("Zhenshi and Alphadigi", () => {
  it.each([
    ["HTTP", sample],
    ["MQTT, with a plate in base64", zhenshiMqttSample],
  ])("FEED-2 %s: reports plate, camera, time, direction, confidence and pictures", (_, value) => {
    expect(firstOf(value)).toEqual({
      kind: "plate",
      eventId: expect.stringMatching(/^h-/),
      source: "vz-0042",
      at: new Date("2026-11-15T04:00:00.250Z"),
      plate: "MH01AB1234",
      confidence: 0.94,
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

  it.each([
    [4, "N"],
    [3, "X"],
    [1, null],
    [0, null],
  ])("FEED-2 direction %s is %s", (code, direction) => {
    expect(firstOf(withResult({ direction: code }))).toMatchObject({ direction });
  });

  it("FEED-2 without a serial number its address names the camera", () => {
    const value = { AlarmInfoPlate: { ...AlarmInfoPlate, serialno: undefined } };
    expect(firstOf(value)).toMatchObject({ source: "127.0.0.9" });
  });

  it("FEED-2 a plate that is not base64 in the MQTT form is refused", () => {
    const result = { PlateResult: { ...AlarmInfoPlate.result.PlateResult, license: "MH01AB123" } };
    expect(receivedJson({ payload: { AlarmInfoPlate: { ...AlarmInfoPlate, result } } })).toMatchObject({ ok: false });
  });

  it.each([
    ["heartbeat: 1", { heartbeat: 1, serialno: "vz-0042" }],
    ["heartbeat as text", { heartbeat: "1" }],
    ["the MQTT keep_alive", { sn: "vz-0042", name: "keep_alive", payload: { body: { timestamp: 1794715200 } } }],
    ["an alarm without a result", { AlarmInfoPlate: { serialno: "vz-0042" } }],
  ])("FEED-2 %s is no event and is answered 200", (_, value) => {
    expect(receivedJson(value)).toMatchObject({ ok: true, detections: [] });
    expect(answered({ body: JSON.stringify(value) })).toMatchObject({ status: 200 });
  });

  it.each([sample, zhenshiMqttSample, { heartbeat: 1 }])(
    "FEED-2 is never answered with ok, which would open its gate",
    (value) => {
      const response = answered({ body: JSON.stringify(value) });
      expect(response).toMatchObject({ status: 200, contentType: "application/json" });
      expect(response?.body).not.toMatch(/\bok\b/i);
    },
  );
});
