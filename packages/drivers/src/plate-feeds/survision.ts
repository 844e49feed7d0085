import { plateFormats } from "@gatehouse/contract/plate-formats";
import { parseEpoch } from "./device-time.ts";
import { directionOf } from "./direction.ts";
import { type Feed, ignored, plainResponse } from "./feed.ts";
import { decodeImage } from "./images.ts";
import { isObject, textOf, valueAt } from "./payload-values.ts";
import { toDetections, toFraction } from "./plate-report.ts";

const serialHeader = "survision-serial-number";

/** Survision: JSON with attributes as "@name"; the camera names itself in a header. */
export const survision: Feed = {
  ...plateFormats.survision,
  recognises: ({ json, headers }) =>
    (isObject(valueAt(json, "anpr")) && valueAt(json, "anpr", "@date") !== undefined) ||
    (headers[serialHeader] !== undefined && isObject(json)),
  read: ({ json, headers }) => {
    const anpr = valueAt(json, "anpr");
    const decision = valueAt(anpr, "decision");
    if (decision === undefined) return ignored("A Survision message without a plate.");
    return toDetections([
      {
        ownId: textOf(valueAt(anpr, "@id")) ?? textOf(valueAt(anpr, "@session")),
        timeText: textOf(valueAt(anpr, "@date")),
        source: textOf(headers[serialHeader]),
        at: parseEpoch(valueAt(anpr, "@date")),
        plate: valueAt(decision, "@plate"),
        confidence: toFraction(valueAt(decision, "@reliability"), 100),
        direction: directionOf(valueAt(decision, "@direction")),
        vehicleType: textOf(valueAt(decision, "@vehicleType"), 64),
        images: [
          ...decodeImage("full", valueAt(decision, "jpeg")),
          ...decodeImage("plate", valueAt(decision, "plateJpeg")),
        ],
      },
    ]);
  },
  response: plainResponse,
};
