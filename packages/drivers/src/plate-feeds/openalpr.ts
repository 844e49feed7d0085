import { plateFormats } from "@gatehouse/contract/plate-formats";
import { parseEpoch } from "./device-time.ts";
import { directionOfDegrees } from "./direction.ts";
import { type Feed, ignored, keptAlive, type Payload, plainResponse } from "./feed.ts";
import { decodeImage } from "./images.ts";
import { isObject, listOf, numberOf, textOf, valueAt } from "./payload-values.ts";
import { type PlateReport, toDetections, toFraction } from "./plate-report.ts";

type Kind = "alpr_results" | "alpr_group" | "alpr_alert" | "heartbeat" | "test" | "other";

const isKind = (name: string | null): name is Kind => name !== null && Object.hasOwn(reads, name);

/** The message type; frames of older agents have none. */
function kindOf(json: unknown): Kind | undefined {
  const named = textOf(valueAt(json, "data_type"));
  if (isKind(named)) return named;
  if (named !== null) return "other";
  if (valueAt(json, "openalpr_webhook") !== undefined) return "test";
  const isFrame = valueAt(json, "epoch_time") !== undefined && valueAt(json, "results") !== undefined;
  return isFrame ? "alpr_results" : undefined;
}

const reads: Record<Kind, (payload: Payload) => ReturnType<Feed["read"]>> = {
  alpr_results: ({ json }) => {
    const results = listOf(valueAt(json, "results"));
    if (results.length === 0) return ignored("A frame without a plate.");
    return toDetections(results.map((result) => plateInFrame(json, result)));
  },
  alpr_group: ({ json }) => toDetections([plateOfGroup(json)]),
  // The group that raised the alert; the same group may also be sent on its own.
  alpr_alert: ({ json }) => {
    const group = valueAt(json, "group");
    if (!isObject(group)) return { ok: false, detail: "The alpr_alert has no group." };
    return toDetections([plateOfGroup(group)]);
  },
  heartbeat: () => keptAlive("Agent heartbeat."),
  test: () => ignored("A test of the webhook."),
  other: ({ json }) => ignored(`An OpenALPR "${textOf(valueAt(json, "data_type"))}" message, ignored.`),
};

/** OpenALPR and Rekor: single frames, groups of frames that are one passage, alerts with their group, and heartbeats. */
export const openalpr: Feed = {
  ...plateFormats.openalpr,
  recognises: ({ json }) => kindOf(json) !== undefined,
  read: (payload) => reads[kindOf(payload.json) ?? "other"](payload),
  response: plainResponse,
};

function plateInFrame(frame: unknown, result: unknown): PlateReport {
  return {
    ownId: textOf(valueAt(frame, "uuid")),
    timeText: textOf(valueAt(frame, "epoch_time")),
    source: sourceOf(frame),
    at: parseEpoch(valueAt(frame, "epoch_time")),
    plate: valueAt(result, "plate"),
    confidence: toFraction(valueAt(result, "confidence"), 100),
    direction: null,
    vehicleType: null,
    images: decodeImage("plate", valueAt(result, "plate_crop_jpeg")),
  };
}

function plateOfGroup(group: unknown): PlateReport {
  const bodyType = listOf(valueAt(group, "vehicle", "body_type"))[0];
  return {
    // A preview and its group have the same start time; with the same plate they are one passage.
    ownId: textOf(valueAt(group, "best_uuid")),
    timeText: textOf(valueAt(group, "epoch_start")),
    source: sourceOf(group),
    at: parseEpoch(valueAt(group, "epoch_start")),
    plate: valueAt(group, "best_plate_number") ?? valueAt(group, "best_plate", "plate"),
    confidence:
      toFraction(valueAt(group, "best_confidence"), 100) ?? toFraction(valueAt(group, "best_plate", "confidence"), 100),
    direction: directionOfDegrees(numberOf(valueAt(group, "travel_direction"))),
    vehicleType: textOf(valueAt(bodyType, "name"), 64),
    images: [
      ...decodeImage("full", valueAt(group, "vehicle_crop_jpeg")),
      ...decodeImage("plate", valueAt(group, "best_plate", "plate_crop_jpeg")),
    ],
  };
}

const sourceOf = (message: unknown) =>
  textOf(valueAt(message, "camera_id")) ?? textOf(valueAt(message, "site_id")) ?? textOf(valueAt(message, "agent_uid"));
