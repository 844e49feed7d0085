import type { DetectionImage } from "@gatehouse/contract/events/detection";
import { plateFormats } from "@gatehouse/contract/plate-formats";
import { firstValidTime, isInvalidTime, parseEpoch, parseTime } from "./device-time.ts";
import { directionOf } from "./direction.ts";
import { type Feed, type Payload, plainResponse } from "./feed.ts";
import { decodeImage, imagesOr } from "./images.ts";
import { listOf, textOf, valueAt } from "./payload-values.ts";
import { type PlateReport, ratioOrPercent, toDetections } from "./plate-report.ts";

const plateNames = ["plateText", "plateUTF8", "plateASCII"] as const;
const hourMs = 3_600_000;

const isReport = (report: unknown) =>
  plateNames.some((name) => valueAt(report, name) !== undefined) &&
  (valueAt(report, "carState") !== undefined || valueAt(report, "packetCounter") !== undefined);

/** AXIS License Plate Verifier: JSON with numbers as text, one report or a list; a car causes several reports. */
export const axis: Feed = {
  ...plateFormats.axis,
  readsLists: true,
  recognises: ({ json }) => isReport(json),
  read: (payload) => {
    const reports = listOf(payload.json);
    return toDetections(reports.map((report) => plateOf(report, payload, reports.length === 1)));
  },
  response: plainResponse,
};

function plateOf(report: unknown, payload: Payload, isOnly: boolean): PlateReport {
  const at = firstValidTime(
    parseEpoch(valueAt(report, "capture_timestamp")),
    parseTime(valueAt(report, "datetime"), payload),
  );
  const timeText = textOf(valueAt(report, "capture_timestamp")) ?? textOf(valueAt(report, "datetime"));
  const plate = plateNames.map((name) => valueAt(report, name)).find((text) => textOf(text) !== null);
  const car = carOf(report);
  const carState = textOf(valueAt(report, "carState"))?.toLowerCase();
  return {
    passageId: passageIdOf(report, { at, timeText }),
    ownId: packetOf(report),
    timeText,
    source: sourceOf(report),
    at,
    plate,
    confidence: ratioOrPercent(valueAt(report, "plateConfidence")),
    direction: directionOf(valueAt(report, "carMoveDirection")),
    vehicleType: textOf(valueAt(report, "vehicle_info", "type"), 64),
    images: isOnly ? imagesOr(imagesIn(report), payload) : imagesIn(report),
    // Sent about ten seconds after the car has left the view.
    isAfterwards: carState === "lost",
    // The first report of a car never has its direction: the reports that follow bring it, or correct the plate.
    track: car === null ? null : { id: car, isUpdate: carState === "update" || carState === "lost", report },
  };
}

/** Without a serial number, the id that the installer entered; every camera has the same one until then. */
function sourceOf(report: unknown): string | null {
  const entered = textOf(valueAt(report, "sensorProviderID"));
  return (
    textOf(valueAt(report, "camera_info", "SerialNumber")) ??
    (entered === "defaultID" ? null : entered) ??
    textOf(valueAt(report, "cameraId"))
  );
}

/** The number of the car; 0 means that it has none. */
function carOf(report: unknown): string | null {
  const car = textOf(valueAt(report, "carID"));
  return car === "0" ? null : car;
}

/**
 * All reports of a car with the same plate are one event; the reports of its track may change the plate.
 * Car numbers restart with the camera, so a number is unique only within an hour.
 */
function passageIdOf(report: unknown, { at, timeText }: Pick<PlateReport, "at" | "timeText">): string | null {
  const car = carOf(report);
  if (car === null) return null;
  const isTimed = at !== null && !isInvalidTime(at);
  const when = isTimed ? String(Math.floor(at.getTime() / hourMs)) : (timeText ?? packetOf(report));
  return when === null ? null : `car ${car} ${when}`;
}

const packetOf = (report: unknown) => textOf(valueAt(report, "packetCounter"));

function imagesIn(report: unknown): DetectionImage[] {
  const images = listOf(valueAt(report, "ImageArray")).slice(0, 10);
  const ofType = (isPlate: boolean) =>
    images.find((image) => (textOf(valueAt(image, "ImageType"))?.toLowerCase() === "plate") === isPlate);
  return [
    ...decodeImage("full", valueAt(ofType(false), "BinaryImage")),
    ...decodeImage("plate", valueAt(ofType(true), "BinaryImage")),
  ];
}
