import { describe, expect, it } from "vitest";
import { answered, firstOf, jpeg, received, receivedJson } from "./received.ts";
import { dahuaTollgate } from "./samples.ts";

const { Picture } = dahuaTollgate;
const path = "/NotificationInfo/TollgateInfo";
const withSnap = (over: object) => ({ Picture: { ...Picture, SnapInfo: { ...Picture.SnapInfo, ...over } } });
const withPlate = (over: object) => ({ Picture: { ...Picture, Plate: { ...Picture.Plate, ...over } } });
const first = (value: unknown) => firstOf(value, path);

describe("Dahua", () => {
  it("INT-3 tells plate, camera, time, direction, confidence, kind of vehicle, speed and pictures", () => {
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
  ])("ENG-4 its clock is read with %s", (_, over, utc) => {
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
  ])("INT-3 confidence %s is %s: of a hundred, or of 255 above that", (Confidence, confidence) => {
    expect(first(withPlate({ Confidence }))).toMatchObject({ confidence });
  });

  it("ENG-1 a recorder's channels are cameras of their own", () => {
    expect(first(withPlate({ Channel: 3 }))).toMatchObject({ source: "1a85820a-9edf-406a-8338-170689f6099e/3" });
  });

  it("ENG-4 sent again it is the same event; the same plate a moment later is another", () => {
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
  ])("INT-3 %s is heard and not used", (message, body, at) => {
    expect(receivedJson(body, at)).toMatchObject({
      ok: true,
      detections: [],
      detail: `A Dahua ${message} message: nothing in it is used.`,
    });
  });

  it("INT-3 is told that it was taken, or it would send the same again; and never to open its own strobe", () => {
    const answer = answered({ body: JSON.stringify(dahuaTollgate), path });
    expect(answer).toMatchObject({ status: 200, contentType: "application/json" });
    expect(JSON.parse(answer?.body ?? "")).toEqual({
      Result: true,
      result: "true",
      Message: "Success",
      DeviceID: "1a85820a-9edf-406a-8338-170689f6099e",
    });
  });

  it("INT-3 a heartbeat without a word is answered too", () => {
    const answer = answered({ body: "", path: "/NotificationInfo/KeepAlive" });
    expect(JSON.parse(answer?.body ?? "")).toMatchObject({ Active: true, result: "true" });
  });

  it.each([
    ["nothing", {}, "The TollgateInfo has no Picture."],
    ["a list", { Picture: [] }, "The TollgateInfo has no Picture."],
    [
      "neither time nor id",
      withSnap({ AccurateTime: {}, SnapTime: null }),
      "The event has neither an id nor a time of its own.",
    ],
    ["a plate that is none", withPlate({ PlateNumber: { a: 1 } }), "The plate must be a text."],
  ])("ENG-1 TollgateInfo with %s opens nothing", (_, body, words) => {
    expect(receivedJson(body, path)).toMatchObject({ ok: false, detail: words });
  });

  it("INT-3 pictures that are no base64 are left out, and the event counts", () => {
    const NormalPic = { Content: "[BASE64 omitted]" };
    expect(
      received({ body: JSON.stringify({ Picture: { ...Picture, NormalPic, CutoutPic: null } }), path }),
    ).toMatchObject({
      ok: true,
      detections: [{ plate: "MH01AB1234", images: [] }],
    });
  });
});
