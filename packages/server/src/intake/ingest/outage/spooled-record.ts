import { deserialize, serialize } from "node:v8";
import { assertFound } from "@gatehouse/contract/assert-found";
import type { Detection, DetectionImage } from "@gatehouse/contract/events/detection";
import type { EventModule } from "@gatehouse/contract/events/event-module";
import type { Outcome } from "@gatehouse/engine/decision/outcome";
import type { Sender, Source } from "@gatehouse/engine/events/incoming-event";
import type { CommandResult } from "../../../gate/command.store.ts";
import type { StoredCommand } from "../../../gate/command-record.ts";
import type { IngestSource } from "../device-secret.store.ts";
import type { QueuedEvent } from "../queued-event.ts";

/** An event without what depends on its push. */
export type SpooledEvent = Omit<QueuedEvent, "deadline" | "answerBy" | "receivedMs" | "source"> & {
  readonly source: Omit<Source, "sensor">;
};

/** An event that was decided without the database, with its commands. Ids are provisional. */
export interface DecidedRecord {
  readonly kind: "decided";
  readonly event: SpooledEvent;
  readonly outcome: Omit<Outcome, "gate"> & { readonly gateId: number | null };
  readonly commands: readonly Omit<StoredCommand, "origin" | "offline">[];
}

/** An event that is decided when it is stored, and opens nothing. */
export interface DeferredRecord {
  readonly kind: "deferred";
  readonly sender: IngestSource & { readonly cameraId?: number | undefined };
  readonly module: EventModule;
  readonly detection: Detection;
  readonly receivedAt: Date;
}

/** The result of a command of an earlier record. */
export interface ResultRecord extends CommandResult {
  readonly kind: "result";
}

/** What the spool contains. */
export type SpooledRecord = DecidedRecord | DeferredRecord | ResultRecord;

export const encodeRecord = (record: SpooledRecord): Buffer => serialize(record);

export const decodeRecord = (bytes: Uint8Array): SpooledRecord => deserialize(bytes) as SpooledRecord;

export function toSpooledEvent(queued: QueuedEvent, images: readonly DetectionImage[]): SpooledEvent {
  const { deadline: _, answerBy: __, receivedMs: ___, source, ...event } = queued;
  // A reader's entry holds its secret, and the counters are in the steps of the outcome.
  const { sensor: ____, ...rest } = source;
  return { ...event, images, source: { ...rest, counters: [] } };
}

/** An event that is decided when it is stored. */
export function toDeferred(queued: QueuedEvent): DeferredRecord {
  const { module, detection, images, receivedAt, source, deviceId } = queued;
  const whole = detection.kind === "plate" ? { ...detection, images } : detection;
  const sender =
    deviceId === null
      ? { kind: "sensor" as const, id: assertFound(source.sensor, "an event without device and sensor").id }
      : { kind: "device" as const, id: deviceId, cameraId: source.camera?.id };
  return { kind: "deferred", sender, module, detection: whole, receivedAt };
}

/** A detection whose camera is not known yet. */
export function toDeferredDetection(
  sender: Sender,
  module: QueuedEvent["module"],
  detection: Detection,
  receivedAt: Date,
): DeferredRecord {
  const from =
    sender.kind === "device"
      ? { kind: sender.kind, id: sender.device.id, cameraId: sender.camera?.id }
      : { kind: sender.kind, id: sender.sensor.id };
  return { kind: "deferred", sender: from, module, detection, receivedAt };
}

/** Below any id of the database and any difference of a count. */
const provisionalBelow = -1_000_000_000_000;

const isProvisional = (id: number): boolean => id < provisionalBelow;

/** Creates ids of events and commands that are unique until they are stored, across restarts too. */
export function createProvisionalIds(now: Date): () => number {
  let last = -now.getTime() * 1_000;
  return () => {
    last -= 1;
    return last;
  };
}

/** Replaces provisional ids everywhere in a value. */
export function withStoredIds<Value>(value: Value, ids: ReadonlyMap<number, number>): Value {
  const replace = (part: unknown): unknown => {
    if (typeof part === "number") return isProvisional(part) ? (ids.get(part) ?? null) : part;
    if (typeof part !== "object" || part === null || part instanceof Date || ArrayBuffer.isView(part)) return part;
    if (Array.isArray(part)) return part.map(replace);
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, replace(inner)]));
  };
  return replace(value) as Value;
}
