import { describe, expect, it } from "vitest";
import { answered, firstOf, jpeg, received, receivedJson } from "./received.ts";
import { dahuaTollgate } from "./samples.ts";

const { Picture } = dahuaTollgate;
const path = "/NotificationInfo/TollgateInfo";
const withSnap = (over: object) => ({ Picture: { ...Picture, SnapInfo: { ...Picture.SnapInfo, ...over } } });
const withPlate = (over: object) => ({ Picture: { ...Picture, Plate: { ...Picture.Plate, ...over } } });
const first = (value: unknown) => firstOf(value, path);

describe("Dahua", () => {
  it("INT-3 reads plate, camera, time, direction, confidence, vehicle type, speed and pictures", () => {
    expect(first(dahuaTollgate)).toEqual({
      kind: "plate",
      eventId: expect.stringMatching(/^h-/),
      source: "1a85820a-9edf-406a-8338-170689f6099e",
      at: new Date("2026-11-15T04:00:00.250Z"),
      plate: "MH01AB1234",
      confidence: 0.95,
      direction: "N",
      vehicleType: "MotorCar",
      vehicleClass: null,
      speed: 18,
      images: [
        { kind: "full", bytes: Buffer.from(jpeg) },
        { kind: "plate", bytes: Buffer.from(jpeg) },
      ],
      isAfterwards: false,
    });
  });

  it.each([
    ["the zone by its number: Delhi", { TimeZone: 8 }, "04:00"],
    ["the zone by its number as a text: Singapore", { TimeZone: "13" }, "01:30"],
    ["the zone by its number: Lima", { TimeZone: 25 }, "14:30"],
    ["summer time on top of it", { TimeZone: 1, DSTTune: 1 }, "07:30"],
    ["the site's zone where it has no such number", { TimeZone: 77 }, "04:00"],
    ["the site's zone where it says none", { TimeZone: undefined }, "04:00"],
  ])("ENG-4 its time is read with %s", (_, over, utc) => {
    expect(first(withSnap(over))).toMatchObject({ at: new Date(`2026-11-15T${utc}:00.250Z`) });
  });

  it.each([
    ["Obverse", "N"],
    ["Reverse", "X"],
    ["Unknow", null],
  ])("ENG-1 direction %s is %s", (word, direction) => {
    expect(first(withSnap({ Direction: word }))).toMatchObject({ direction });
  });

  it.each([
    ["95", 0.95],
    [255, 1],
    [300, null],
    ["high", null],
  ])("INT-3 confidence %s is %s: out of 100, or out of 255 if higher", (Confidence, confidence) => {
    expect(first(withPlate({ Confidence }))).toMatchObject({ confidence });
  });

  it("ENG-1 each channel of a recorder is a camera", () => {
    expect(first(withPlate({ Channel: 3 }))).toMatchObject({ source: "1a85820a-9edf-406a-8338-170689f6099e/3" });
  });

  it("ENG-4 a retry is the same event; the same plate a moment later is a new one", () => {
    const again = first(dahuaTollgate) as { eventId: string };
    const later = first(withSnap({ AccurateTime: "2026-11-15 09:30:00.251" })) as { eventId: string };
    expect(first(dahuaTollgate)).toMatchObject({ eventId: again.eventId });
    expect(later.eventId).not.toBe(again.eventId);
  });

  it.each([
    ["KeepAlive", { Active: "keepAlive", DeviceID: "d1" }, "/NotificationInfo/KeepAlive"],
    ["KeepAlive", { Active: "keepAlive", DeviceID: "d1" }, ""],
    ["DeviceInfo", { DeviceID: "d1", DeviceModel: "ITC413", DeviceType: "Tollgate", Manufacturer: "Dahua" }, ""],
    ["ParkingInfo", { Picture: {} }, "/NotificationInfo/ParkingInfo"],
  ])("INT-3 %s is accepted and ignored", (message, body, at) => {
    expect(receivedJson(body, at)).toMatchObject({
      ok: true,
      detections: [],
      detail: `A Dahua ${message} message, ignored.`,
    });
  });

  it("INT-3 gets a confirmation, so it does not send again, and never a command for its own barrier output", () => {
    const response = answered({ body: JSON.stringify(dahuaTollgate), path });
    expect(response).toMatchObject({ status: 200, contentType: "application/json" });
    expect(JSON.parse(response?.body ?? "")).toEqual({
      Result: true,
      result: "true",
      Message: "Success",
      DeviceID: "1a85820a-9edf-406a-8338-170689f6099e",
    });
  });

  it("INT-3 an empty heartbeat gets a reply too", () => {
    const response = answered({ body: "", path: "/NotificationInfo/KeepAlive" });
    expect(JSON.parse(response?.body ?? "")).toMatchObject({ Active: true, result: "true" });
  });

  it.each([
    ["nothing", {}, "The TollgateInfo has no Picture."],
    ["a list", { Picture: [] }, "The TollgateInfo has no Picture."],
    ["neither time nor id", withSnap({ AccurateTime: {}, SnapTime: null }), "The event has neither an id nor a time."],
    ["a plate that is none", withPlate({ PlateNumber: { a: 1 } }), "The plate must be a text."],
  ])("ENG-1 TollgateInfo with %s opens nothing", (_, body, words) => {
    expect(receivedJson(body, path)).toMatchObject({ ok: false, detail: words });
  });

  it("INT-3 images that are not base64 are dropped, and the event is used", () => {
    const NormalPic = { Content: "[BASE64 omitted]" };
    expect(
      received({ body: JSON.stringify({ Picture: { ...Picture, NormalPic, CutoutPic: null } }), path }),
    ).toMatchObject({
      ok: true,
      detections: [{ plate: "MH01AB1234", images: [] }],
    });
  });
});
