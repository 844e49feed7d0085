import { plateFormats } from "@gatehouse/contract/plate-formats";
import { firstValidTime, parseTime } from "./device-time.ts";
import { directionOf } from "./direction.ts";
import { type Feed, ignored, type Payload, plainResponse } from "./feed.ts";
import { attachedImages } from "./images.ts";
import { isObject, listOf, textOf, valueAt } from "./payload-values.ts";
import { type PlateReport, toDetections, toFraction } from "./plate-report.ts";

/** Plate Recognizer Stream webhook: JSON, or a form with the JSON and the image. */
export const plateRecognizer: Feed = {
  ...plateFormats["plate-recognizer"],
  recognises: ({ json }) => isObject(valueAt(json, "hook")) && isObject(valueAt(json, "data")),
  read: (payload) => {
    const event = textOf(valueAt(payload.json, "hook", "event")) ?? "recognition";
    const results = listOf(valueAt(payload.json, "data", "results"));
    if (results.length === 0) return ignored(`A Plate Recognizer "${event}" message without a plate.`);
    return toDetections(results.map((result) => plateOf(result, payload)));
  },
  response: plainResponse,
};

function plateOf(result: unknown, payload: Payload): PlateReport {
  const data = valueAt(payload.json, "data");
  const timeText = textOf(valueAt(data, "timestamp")) ?? textOf(valueAt(data, "timestamp_local"));
  return {
    ownId: pictureNameOf(payload),
    timeText,
    source: textOf(valueAt(data, "camera_id")),
    // `timestamp` is UTC even without an offset; `timestamp_local` carries its offset.
    at: firstValidTime(parseTime(valueAt(data, "timestamp"), 0), parseTime(valueAt(data, "timestamp_local"), payload)),
    ...readOf(result),
    // Newer versions send degrees relative to the mounting of the camera, which don't give entry or exit.
    direction: directionOf(valueAt(result, "direction")),
    vehicleType: textOf(valueAt(result, "vehicle", "type"), 64),
    images: attachedImages(payload),
  };
}

/** In the vehicle format the plate is an object whose properties have values and scores. */
function readOf(result: unknown): Pick<PlateReport, "plate" | "confidence"> {
  const plate = valueAt(result, "plate");
  if (!isObject(plate)) return { plate, confidence: toFraction(valueAt(result, "score"), 1) };
  const best = valueAt(plate, "props", "plate");
  const score = valueAt(best, "score") ?? valueAt(plate, "score");
  return { plate: valueAt(best, "value"), confidence: toFraction(score, 1) };
}

/** `hook.id` names the camera's hook in some versions and the event in others; the picture's name is unique. */
const pictureNameOf = ({ json }: Payload) =>
  textOf(valueAt(json, "hook", "filename") ?? valueAt(json, "data", "filename"), 300);
