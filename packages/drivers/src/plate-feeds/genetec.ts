import { plateFormats } from "@gatehouse/contract/plate-formats";
import { parseTime } from "./device-time.ts";
import { directionOf } from "./direction.ts";
import { type Feed, type Payload, plainAnswer } from "./feed.ts";
import { decodeImage, imagesOr } from "./images.ts";
import { listOf, textOf, valueAt } from "./payload-values.ts";
import { type PlateReport, ratioOrPercent, toDetections } from "./plate-report.ts";

const ownNames = ["ReadTimeUtc", "ReferenceReadId", "ReferenceCameraId"];

const isRead = (read: unknown) =>
  valueAt(read, "Plate") !== undefined && ownNames.some((name) => valueAt(read, name) !== undefined);

/** Reads in the form of Genetec's LPR ingestion, one or a list; AXIS cameras send it too. */
export const genetec: Feed = {
  ...plateFormats.genetec,
  recognises: ({ json }) => isRead(json),
  read: (payload) => {
    const reads = listOf(payload.json).filter(isRead);
    return toDetections(reads.map((read) => plateOf(read, payload, reads.length === 1)));
  },
  answer: plainAnswer,
};

function plateOf(read: unknown, payload: Payload, isOnly: boolean): PlateReport {
  const images = [
    ...decodeImage("full", valueAt(read, "ContextImage")),
    ...decodeImage("plate", valueAt(read, "PlateImage")),
  ];
  return {
    ownId: textOf(valueAt(read, "ReferenceReadId")),
    timeText: textOf(valueAt(read, "ReadTimeUtc")),
    source: textOf(valueAt(read, "ReferenceCameraId")) ?? textOf(valueAt(read, "CameraName")),
    // UTC even without an offset.
    at: parseTime(valueAt(read, "ReadTimeUtc"), 0),
    plate: valueAt(read, "Plate"),
    confidence: ratioOrPercent(valueAt(read, "Confidence")),
    direction: directionOf(valueAt(read, "VehicleDirection")),
    vehicleType: textOf(valueAt(read, "VehicleType"), 64),
    images: isOnly ? imagesOr(images, payload) : images,
  };
}
