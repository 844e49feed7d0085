import type { DetectionImage } from "@gatehouse/contract/events/detection";
import { plateFormats } from "@gatehouse/contract/plate-formats";
import { firstValidTime, parseEpoch, parseTime } from "./device-time.ts";
import { directionOf } from "./direction.ts";
import { type Feed, ignored, type Payload } from "./feed.ts";
import { decodeImage } from "./images.ts";
import { isObject, listOf, textOf, valueAt } from "./payload-values.ts";
import { type PlateReport, speedOf, toDetections, toFraction } from "./plate-report.ts";

const vehiclesIn = (json: unknown) => listOf(valueAt(json, "StructureInfo", "ObjInfo", "VehicleInfoList"));
const motorsIn = (json: unknown) => listOf(valueAt(json, "MotorVehicleListObject", "MotorVehicleObject"));

const otherMessages = ["KeepaliveObject", "RegisterObject", "UnRegisterObject", "FaceListObject", "PersonListObject"];
const isOther = (json: unknown) => otherMessages.some((name) => isObject(valueAt(json, name)));

/** Uniview: LAPI's StructureInfo, or the vehicles of GA/T 1400, which other Chinese cameras send too. */
export const uniview: Feed = {
  ...plateFormats.uniview,
  recognises: ({ json }) =>
    isObject(valueAt(json, "StructureInfo")) || isObject(valueAt(json, "MotorVehicleListObject")) || isOther(json),
  read: (payload) => {
    const { json } = payload;
    const vehicles = vehiclesIn(json);
    const motors = motorsIn(json);
    const plates = [
      ...vehicles.map((vehicle) => plateOfLapi(vehicle, payload, vehicles.length === 1)),
      ...motors.map((motor) => plateOfMotor(motor, payload)),
    ];
    return plates.length === 0 ? ignored("A Uniview message without a vehicle.") : toDetections(plates);
  },
  // GA/T 1400 repeats a message until its status is confirmed.
  response: ({ json, path }) => {
    const ids = listOf(json)
      .flatMap(motorsIn)
      .map((motor) => textOf(valueAt(motor, "MotorVehicleID")))
      .filter((id) => id !== null);
    const statuses = (ids.length > 0 ? ids : [""]).map((Id) => ({
      RequestURL: path,
      StatusCode: "0",
      StatusString: "OK",
      Id,
    }));
    const body = {
      Response: { ResponseCode: 0, StatusCode: 0 },
      ResponseStatusListObject: { ResponseStatusObject: statuses },
    };
    return { status: 200, contentType: "application/json", body: JSON.stringify(body) };
  },
};

function plateOfLapi(vehicle: unknown, payload: Payload, isOnly: boolean): PlateReport {
  const { json } = payload;
  const images = listOf(valueAt(json, "StructureInfo", "ImageInfoList")).slice(0, 10);
  const attributes = valueAt(vehicle, "PlateAttributeInfo");
  const times = [...images.map((image) => valueAt(image, "CaptureTime")), valueAt(json, "TimeStamp")];
  return {
    ownId: textOf(valueAt(vehicle, "ID")) ?? textOf(valueAt(json, "Seq")),
    timeText: firstText(times),
    source: textOf(valueAt(json, "DeviceID")) ?? textOf(valueAt(json, "SrcName")) ?? textOf(valueAt(json, "Reference")),
    at: firstValidTime(...times.map((time) => timeOf(time, payload))),
    plate: valueAt(attributes, "PlateNo"),
    confidence: toFraction(valueAt(attributes, "Confidence"), 100),
    direction: directionOf(valueAt(vehicle, "VehicleAttributeInfo", "Direction")),
    vehicleType: textOf(valueAt(vehicle, "VehicleAttributeInfo", "Type"), 64),
    speed: speedOf(valueAt(vehicle, "VehicleAttributeInfo", "SpeedValue")),
    images: isOnly ? imagesOfLapi(vehicle, images) : [],
  };
}

function plateOfMotor(motor: unknown, payload: Payload): PlateReport {
  const images = listOf(valueAt(motor, "SubImageList", "SubImageInfoObject")).slice(0, 10);
  const times = [
    valueAt(motor, "PassTime"),
    valueAt(motor, "AppearTime"),
    ...images.map((image) => valueAt(image, "ShotTime")),
  ];
  return {
    ownId: textOf(valueAt(motor, "MotorVehicleID")),
    timeText: firstText(times),
    source: textOf(valueAt(motor, "DeviceID")) ?? textOf(valueAt(motor, "TollgateID")),
    at: firstValidTime(...times.map((time) => timeOf(time, payload))),
    plate: valueAt(motor, "PlateNo"),
    confidence: toFraction(valueAt(motor, "PlateReliability"), 100),
    direction: null,
    vehicleType: textOf(valueAt(motor, "VehicleClass"), 64),
    speed: speedOf(valueAt(motor, "Speed")),
    images: imagesOfMotor(images),
  };
}

const firstText = (values: readonly unknown[]) =>
  values.map((value) => textOf(value)).find((text) => text !== null) ?? null;

const compact = /^(\d{8})(\d{6})(\d{0,3})$/;

/** YYYYMMDDhhmmss with or without milliseconds, a time with separators, or seconds since 1970. */
function timeOf(value: unknown, payload: Payload): Date | null {
  const text = textOf(value);
  const [, date, clock, ms = ""] = compact.exec(text ?? "") ?? [];
  if (date !== undefined) return parseTime(`${date} ${clock}${ms}`, payload);
  return text !== null && /^\d{9,13}$/.test(text) ? parseEpoch(value) : parseTime(value, payload);
}

const decodePair = (full: unknown, plate: unknown): DetectionImage[] => [
  ...decodeImage("full", valueAt(full, "Data")),
  ...decodeImage("plate", valueAt(plate, "Data")),
];

/** A vehicle names its pictures by their index; otherwise the first one is the scene. */
function imagesOfLapi(vehicle: unknown, images: readonly unknown[]): DetectionImage[] {
  const named = (name: string) => {
    const index = textOf(valueAt(vehicle, name));
    return index === null ? undefined : images.find((image) => textOf(valueAt(image, "Index")) === index);
  };
  const plate = named("PlatePicAttachIndex");
  return decodePair(named("LargePicAttachIndex") ?? images.find((image) => image !== plate), plate);
}

// The colour picture of the plate; 03 is its binary one.
const typeOf = (image: unknown) => textOf(valueAt(image, "Type")) ?? "";
const isPlate = (image: unknown) => /^0?2$/.test(typeOf(image));

function imagesOfMotor(images: readonly unknown[]): DetectionImage[] {
  const isScene = (image: unknown) => !/^0?[23]$/.test(typeOf(image));
  return decodePair(images.find(isScene), images.find(isPlate));
}
