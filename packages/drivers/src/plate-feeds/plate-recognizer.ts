import { directionOf } from "./direction.ts";
import { type Feed, type Payload, plainAnswer } from "./feed.ts";
import { firstMoment, momentIn } from "./moment.ts";
import { isObject, listOf, textOf, valueAt } from "./payload-values.ts";
import { picturesBeside } from "./picture.ts";
import { type PlateReport, shareOf, toDetections } from "./plate-report.ts";

/** Plate Recognizer Stream's webhook: JSON, or a form with the JSON and the picture. */
export const plateRecognizer: Feed = {
  title: "Plate Recognizer",
  recognises: ({ json }) => isObject(valueAt(json, "hook")) && isObject(valueAt(json, "data")),
  read: (payload) => {
    const event = textOf(valueAt(payload.json, "hook", "event")) ?? "recognition";
    const results = listOf(valueAt(payload.json, "data", "results"));
    if (results.length === 0)
      return { ok: true, detections: [], detail: `A Plate Recognizer "${event}" message: there is no plate in it.` };
    return toDetections(results.map((result) => plateOf(result, payload)));
  },
  answer: plainAnswer,
};

function plateOf(result: unknown, payload: Payload): PlateReport {
  const data = valueAt(payload.json, "data");
  const timeText = textOf(valueAt(data, "timestamp")) ?? textOf(valueAt(data, "timestamp_local"));
  return {
    ownId: pictureNameOf(payload),
    timeText,
    source: textOf(valueAt(data, "camera_id")),
    // `timestamp` is UTC, also where it does not say so; `timestamp_local` carries its offset.
    at: firstMoment(momentIn(valueAt(data, "timestamp"), 0), momentIn(valueAt(data, "timestamp_local"), payload)),
    plate: valueAt(result, "plate"),
    confidence: shareOf(valueAt(result, "score"), 1),
    // Newer versions send degrees whose zero depends on how the camera hangs: they say nothing of in and out.
    direction: directionOf(valueAt(result, "direction")),
    vehicleType: textOf(valueAt(result, "vehicle", "type"), 64),
    images: picturesBeside(payload),
  };
}

/** `hook.id` names the camera's hook in some versions and the event in others; the picture's name is unique. */
const pictureNameOf = ({ json }: Payload) =>
  textOf(valueAt(json, "hook", "filename") ?? valueAt(json, "data", "filename"), 300);
