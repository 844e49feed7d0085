import type { DetectionImage } from "@gatehouse/contract/events/detection";
import { firstValidTime, isInvalidTime, parseEpoch, parseTime } from "./device-time.ts";
import { directionOf } from "./direction.ts";
import { type Feed, type Payload, plainAnswer } from "./feed.ts";
import { decodeImage } from "./images.ts";
import { listOf, textOf, valueAt } from "./payload-values.ts";
import { type PlateReport, toDetections, toFraction } from "./plate-report.ts";

const plateNames = ["plateText", "plateUTF8", "plateASCII"] as const;
const hourMs = 3_600_000;

const isReport = (report: unknown) =>
  plateNames.some((name) => valueAt(report, name) !== undefined) &&
  (valueAt(report, "carState") !== undefined || valueAt(report, "packetCounter") !== undefined);

/** AXIS License Plate Verifier: JSON with numbers as text, one report or a list; a car causes several reports. */
export const axis: Feed = {
  title: "AXIS License Plate Verifier",
  recognises: ({ json }) => isReport(json),
  read: (payload) =>
    toDetections(
      listOf(payload.json)
        .filter(isReport)
        .map((report) => plateOf(report, payload)),
    ),
  answer: plainAnswer,
};

function plateOf(report: unknown, payload: Payload): PlateReport {
  const at = firstValidTime(
    parseEpoch(valueAt(report, "capture_timestamp")),
    parseTime(valueAt(report, "datetime"), payload),
  );
  const timeText = textOf(valueAt(report, "capture_timestamp")) ?? textOf(valueAt(report, "datetime"));
  const plate = plateNames.map((name) => valueAt(report, name)).find((text) => textOf(text) !== null);
  return {
    passageId: passageIdOf(report, { at, timeText }),
    ownId: packetOf(report),
    timeText,
    source: textOf(valueAt(report, "camera_info", "SerialNumber")) ?? textOf(valueAt(report, "cameraId")),
    at,
    plate,
    confidence: toFraction(valueAt(report, "plateConfidence"), 1),
    direction: directionOf(valueAt(report, "carMoveDirection")),
    vehicleType: textOf(valueAt(report, "vehicle_info", "type"), 64),
    images: imagesIn(report),
    // Sent about ten seconds after the car has left the view.
    isAfterwards: textOf(valueAt(report, "carState"))?.toLowerCase() === "lost",
  };
}

/**
 * ENG-4: all reports of a car with the same plate are one event; a corrected plate is a new event with its own decision.
 * Car numbers restart with the camera, so a number is unique only within an hour.
 */
function passageIdOf(report: unknown, { at, timeText }: Pick<PlateReport, "at" | "timeText">): string | null {
  const car = textOf(valueAt(report, "carID"));
  if (car === null || car === "0") return null;
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
