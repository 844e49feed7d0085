import { describe, expect, it } from "vitest";
import { answered, firstOf, jpeg, receivedJson } from "./received.ts";
import { motorVehicleSample, univiewSample } from "./uniview-sample.ts";

const pictures = [
  { kind: "full", bytes: Buffer.from(jpeg) },
  { kind: "plate", bytes: Buffer.from(jpeg) },
];

describe("Uniview LAPI and GA/T 1400", () => {
  it.each([
    ["LAPI", univiewSample, { source: "uv-north", confidence: 0.96, vehicleType: "2", speed: 14 }],
    [
      "GA/T 1400",
      motorVehicleSample,
      { source: "33029902001310000001", confidence: 0.97, vehicleType: "K33", speed: 21 },
    ],
  ])(
    "FEED-2 %s: reports plate, camera, time in the site's zone, confidence, type, speed and pictures",
    (_, value, own) => {
      expect(firstOf(value)).toEqual({
        kind: "plate",
        eventId: expect.stringMatching(/^h-/),
        at: new Date("2026-11-15T04:00:00.250Z"),
        plate: "MH01AB1234",
        direction: null,
        vehicleClass: null,
        images: pictures,
        isAfterwards: false,
        ...own,
      });
    },
  );

  it("FEED-2 times may have seconds only", () => {
    const [motor] = motorVehicleSample.MotorVehicleListObject.MotorVehicleObject;
    const value = { MotorVehicleListObject: { MotorVehicleObject: [{ ...motor, PassTime: "20261115093000" }] } };
    expect(firstOf(value)).toMatchObject({ at: new Date("2026-11-15T04:00:00Z") });
  });

  it("FEED-2 a vehicle whose plate was not read is no event", () => {
    const vehicle = { ID: 1, PlateAttributeInfo: { PlateNo: "Unknown" } };
    expect(receivedJson({ StructureInfo: { ObjInfo: { VehicleInfoList: [vehicle] } } })).toMatchObject({
      ok: true,
      detections: [],
    });
  });

  it.each([
    ["a keep-alive", { KeepaliveObject: { DeviceID: "33029902001310000001" } }],
    ["a registration", { RegisterObject: { DeviceID: "33029902001310000001" } }],
    ["a face", { StructureInfo: { ObjInfo: { FaceInfoList: [{}] } } }],
  ])("FEED-2 %s is no event and is answered 200", (_, value) => {
    expect(receivedJson(value)).toMatchObject({ ok: true, detections: [] });
    expect(answered({ body: JSON.stringify(value) })).toMatchObject({ status: 200 });
  });

  it("FEED-2 confirms each vehicle, so that it is not sent again", () => {
    const response = answered({ body: JSON.stringify(motorVehicleSample), path: "/VIID/MotorVehicles" });
    expect(JSON.parse(response?.body ?? "")).toMatchObject({
      ResponseStatusListObject: {
        ResponseStatusObject: [{ Id: "330299020013100000010220261115093000000010200001", StatusCode: "0" }],
      },
    });
  });
});
