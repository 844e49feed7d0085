import { plateFormats } from "@gatehouse/contract/plate-formats";
import { firstValidTime, parseEpoch } from "./device-time.ts";
import { type Feed, ignored, plainResponse } from "./feed.ts";
import { isObject, textOf, valueAt } from "./payload-values.ts";
import { type PlateReport, toDetections, toFraction } from "./plate-report.ts";

const kinds = ["new", "update", "end"];

/** The tracked object: a plate update itself, the state of an event, or an event of the API. */
function objectIn(json: unknown): { object: unknown; isUpdate: boolean } | undefined {
  const type = textOf(valueAt(json, "type"));
  if (type === "lpr" && valueAt(json, "id") !== undefined) return { object: json, isUpdate: true };
  const after = valueAt(json, "after");
  if (type !== null && kinds.includes(type) && isObject(after) && valueAt(after, "camera") !== undefined)
    return { object: after, isUpdate: false };
  const isEvent = valueAt(json, "data", "recognized_license_plate") !== undefined && valueAt(json, "id") !== undefined;
  return isEvent ? { object: json, isUpdate: false } : undefined;
}

/** Frigate: `tracked_object_update` with a plate, or `events`; one id comes several times and may change its plate. */
export const frigate: Feed = {
  ...plateFormats.frigate,
  recognises: ({ json }) => objectIn(json) !== undefined,
  read: ({ json }) => {
    const { object, isUpdate } = objectIn(json) ?? {};
    const { plate, score } = isUpdate
      ? { plate: valueAt(json, "plate"), score: valueAt(json, "score") }
      : recognizedIn(object);
    if (plate === undefined) return ignored("A Frigate message without a plate.");
    return toDetections([plateOf(object, plate, score, textOf(valueAt(json, "type")) === "end")]);
  },
  response: plainResponse,
};

/** The plate as text, or as a pair of plate and score. */
function recognizedIn(object: unknown): { plate: unknown; score: unknown } {
  const given = valueAt(object, "recognized_license_plate") ?? valueAt(object, "data", "recognized_license_plate");
  if (Array.isArray(given)) return { plate: given[0] ?? undefined, score: given[1] };
  const score =
    valueAt(object, "recognized_license_plate_score") ?? valueAt(object, "data", "recognized_license_plate_score");
  return { plate: given, score };
}

function plateOf(object: unknown, plate: unknown, score: unknown, isAfterwards: boolean): PlateReport {
  const id = textOf(valueAt(object, "id"));
  const times = ["timestamp", "frame_time", "start_time"].map((name) => valueAt(object, name));
  return {
    // An id contains its start time and a random part, so it is never reused.
    passageId: id,
    ownId: id,
    timeText: times.map((time) => textOf(time)).find((text) => text !== null) ?? null,
    source: textOf(valueAt(object, "camera")),
    at: firstValidTime(...times.map(parseEpoch)),
    plate,
    confidence: toFraction(score, 1),
    direction: null,
    vehicleType: textOf(valueAt(object, "label"), 64),
    images: [],
    isAfterwards,
    track: id === null ? null : { id, isUpdate: true, report: object },
  };
}
