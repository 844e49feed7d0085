import { plateFormats } from "@gatehouse/contract/plate-formats";
import { parseTime } from "./device-time.ts";
import { directionOf } from "./direction.ts";
import { type Feed, type Payload, plainResponse } from "./feed.ts";
import { decodeImage, imagesOr } from "./images.ts";
import { elementText, isObject, listOf, textOf, valueAt } from "./payload-values.ts";
import { type PlateReport, ratioOrPercent, toDetections } from "./plate-report.ts";

const ingestionNames = ["ReadTimeUtc", "ReferenceReadId", "ReferenceCameraId"];
const sharpNames = ["LprCameraName", "ContextCameraName", "PlateAnalytics", "Timestamp"];
const hasOne = (read: unknown, names: readonly string[]) => names.some((name) => valueAt(read, name) !== undefined);

const isIngestion = (read: unknown) => valueAt(read, "Plate") !== undefined && hasOne(read, ingestionNames);
const isSharp = (read: unknown) => valueAt(read, "PlateRead") !== undefined && hasOne(read, sharpNames);

/** One read or a list in JSON; SharpOS also sends one in XML. */
const readsIn = ({ json, xml }: Payload): readonly unknown[] => {
  const sharp = valueAt(xml, "Plate");
  return isObject(sharp) ? [sharp] : listOf(json);
};

/** Reads in the form of Genetec's LPR ingestion, which AXIS cameras send too, or of SharpOS. */
export const genetec: Feed = {
  ...plateFormats.genetec,
  readsLists: true,
  recognises: (payload) => readsIn(payload).some((read) => isIngestion(read) || isSharp(read)),
  read: (payload) => {
    const reads = readsIn(payload);
    return toDetections(
      reads.map((read) => (isSharp(read) ? sharpPlateOf : plateOf)(read, payload, reads.length === 1)),
    );
  },
  response: plainResponse,
};

function imagesOf(read: unknown, payload: Payload, isOnly: boolean): PlateReport["images"] {
  const images = [
    ...decodeImage("full", valueAt(read, "ContextImage")),
    ...decodeImage("plate", valueAt(read, "PlateImage")),
  ];
  return isOnly ? imagesOr(images, payload) : images;
}

function plateOf(read: unknown, payload: Payload, isOnly: boolean): PlateReport {
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
    images: imagesOf(read, payload, isOnly),
  };
}

function sharpPlateOf(read: unknown, payload: Payload, isOnly: boolean): PlateReport {
  const time = valueAt(read, "Timestamp");
  return {
    ownId: textOf(valueAt(read, "Id")),
    timeText: textOf(time),
    source: textOf(valueAt(read, "LprCameraName")) ?? textOf(valueAt(read, "SourceUrl")),
    // UTC even without an offset.
    at: parseTime(time, 0),
    plate: elementText(valueAt(read, "PlateRead")),
    confidence: ratioOrPercent(analysisOf(read, "Confidence Score")),
    direction: directionOf(analysisOf(read, "Relative Motion")),
    vehicleType: analysisOf(read, "Vehicle Type"),
    images: imagesOf(read, payload, isOnly),
  };
}

/** The value of an entry of `PlateAnalytics`, which XML nests in an element of the same name; "-" stands for none. */
function analysisOf(read: unknown, key: string): string | null {
  const entries = listOf(valueAt(read, "PlateAnalytics", "PlateAnalytics") ?? valueAt(read, "PlateAnalytics"));
  const value = textOf(
    valueAt(
      entries.find((entry) => textOf(valueAt(entry, "Key")) === key),
      "Value",
    ),
    64,
  );
  return value === "-" ? null : value;
}
