import { directionOfDegrees } from "./direction.ts";
import { type Feed, type Payload, plainAnswer } from "./feed.ts";
import { epochIn } from "./moment.ts";
import { listOf, numberOf, textOf, valueAt } from "./payload-values.ts";
import { pictureIn } from "./picture.ts";
import { type PlateReport, shareOf, toDetections } from "./plate-report.ts";

type Kind = "alpr_results" | "alpr_group" | "heartbeat" | "other";

/** What kind of message it is; frames of older agents do not say so. */
function kindOf(json: unknown): Kind | undefined {
  const named = textOf(valueAt(json, "data_type"));
  if (named === "alpr_results" || named === "alpr_group" || named === "heartbeat") return named;
  if (named !== null) return "other";
  const isFrame = valueAt(json, "epoch_time") !== undefined && valueAt(json, "results") !== undefined;
  return isFrame ? "alpr_results" : undefined;
}

const reads: Record<Kind, (payload: Payload) => ReturnType<Feed["read"]>> = {
  alpr_results: ({ json }) => {
    const results = listOf(valueAt(json, "results"));
    if (results.length === 0) return { ok: true, detections: [], detail: "A frame without a plate." };
    return toDetections(results.map((result) => plateInFrame(json, result)));
  },
  alpr_group: ({ json }) => toDetections([plateOfGroup(json)]),
  heartbeat: () => ({ ok: true, detections: [], detail: "A heartbeat of the agent." }),
  other: ({ json }) => ({
    ok: true,
    detections: [],
    detail: `An OpenALPR "${textOf(valueAt(json, "data_type"))}" message: nothing in it is used.`,
  }),
};

/** OpenALPR and Rekor: single frames, groups of frames that are one passage, and heartbeats. */
export const openalpr: Feed = {
  title: "OpenALPR / Rekor",
  recognises: ({ json }) => kindOf(json) !== undefined,
  read: (payload) => reads[kindOf(payload.json) ?? "other"](payload),
  answer: plainAnswer,
};

function plateInFrame(frame: unknown, result: unknown): PlateReport {
  return {
    ownId: textOf(valueAt(frame, "uuid")),
    timeText: textOf(valueAt(frame, "epoch_time")),
    source: sourceOf(frame),
    at: epochIn(valueAt(frame, "epoch_time")),
    plate: valueAt(result, "plate"),
    confidence: shareOf(valueAt(result, "confidence"), 100),
    direction: null,
    vehicleType: null,
    images: pictureIn("plate", valueAt(result, "plate_crop_jpeg")),
  };
}

function plateOfGroup(group: unknown): PlateReport {
  const bodyType = listOf(valueAt(group, "vehicle", "body_type"))[0];
  return {
    // A preview and the group that follows begin together, and are one passage as long as they agree on the plate.
    ownId: textOf(valueAt(group, "best_uuid")),
    timeText: textOf(valueAt(group, "epoch_start")),
    source: sourceOf(group),
    at: epochIn(valueAt(group, "epoch_start")),
    plate: valueAt(group, "best_plate_number") ?? valueAt(group, "best_plate", "plate"),
    confidence: shareOf(valueAt(group, "best_confidence"), 100),
    direction: directionOfDegrees(numberOf(valueAt(group, "travel_direction"))),
    vehicleType: textOf(valueAt(bodyType, "name"), 64),
    images: [
      ...pictureIn("full", valueAt(group, "vehicle_crop_jpeg")),
      ...pictureIn("plate", valueAt(group, "best_plate", "plate_crop_jpeg")),
    ],
  };
}

const sourceOf = (message: unknown) =>
  textOf(valueAt(message, "camera_id")) ?? textOf(valueAt(message, "site_id")) ?? textOf(valueAt(message, "agent_uid"));
