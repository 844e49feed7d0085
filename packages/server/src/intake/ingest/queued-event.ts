import type { Detection, DetectionImage } from "@gatehouse/contract/events/detection";
import type { EventModule } from "@gatehouse/contract/events/event-module";
import { contentKeyOf } from "@gatehouse/drivers/event-id";
import type { EventIdentity } from "@gatehouse/engine/event-identity/event-identity";
import {
  type IncomingEvent,
  type Sender,
  type Source,
  storableTime,
  toIncomingEvent,
} from "@gatehouse/engine/events/incoming-event";
import type { Site } from "@gatehouse/engine/site/site";
import type { Clock } from "../../platform/clock.ts";
import type { PushDeadline } from "./push-deadline.ts";

/** Deduplication key. Keys of one sender and event id are compared by `isSameEvent`. */
export interface EventKey extends EventIdentity {
  readonly sender: string;
  readonly eventId: string;
}

/** A key as it is stored. */
export interface EventKeyRecord extends Omit<EventKey, "reportedAt" | "receivedAt" | "sameWithinMs"> {
  /** `-infinity` where the device sent no time. */
  readonly reportedAt: Date | "-infinity";
  /** The camera as part of the primary key: empty for a read with a time, which can't be at two cameras at once. */
  readonly keyCamera: string;
}

/** The push that carries detections. */
export interface Push {
  readonly receivedAt: Date;
  /** `receivedAt` on the monotonic clock: the age of a command counts from here. */
  readonly receivedMs: number;
  /** Once it is over, the push is rejected and its events open nothing. */
  readonly deadline: PushDeadline;
  /** The time at which the push is rejected. */
  readonly answerBy: Date;
}

export interface QueuedEvent extends IncomingEvent, Push {
  /** Identifies the event across retries, however the device words it. */
  readonly key: EventKey;
  readonly images: readonly DetectionImage[];
}

/** Prepares a detection for the queue. */
export function toQueuedEvent(
  site: Site,
  clock: Clock,
  parts: { sender: Sender; source: Source; module: EventModule; detection: Detection; push: Push },
): QueuedEvent {
  const { push, source } = parts;
  const { receivedAt } = push;
  const event = toIncomingEvent(site, { ...parts, receivedAt, elapsedMs: clock.elapsedMs });
  const { isUnidentified = false } = parts.detection;
  return {
    ...event,
    ...push,
    key: {
      sender: event.sender,
      eventId: event.detection.eventId,
      content: contentKeyOf(parts.detection),
      // Without id and time, the time of receipt makes the next visit of the same plate another event.
      reportedAt: isUnidentified ? receivedAt : toReportedTime(event.detection.at),
      receivedAt,
      ...(isUnidentified && { sameWithinMs: site.configs.passageSeconds * 1_000 }),
      ...toCameraKey(source),
    },
    images: parts.detection.kind === "plate" ? parts.detection.images : [],
  };
}

/** The resolved camera, whichever of its names the device used. */
function toCameraKey({ camera, controller }: Source): Pick<EventKey, "camera" | "isSavedCamera"> {
  if (camera) return { camera: `camera ${camera.id}`, isSavedCamera: camera.isSaved };
  return { camera: controller ? `controller ${controller.id}` : "", isSavedCamera: true };
}

const toReportedTime = (at: Date | null) => (at === null || Number.isNaN(at.getTime()) ? null : storableTime(at));
