import { listIn } from "@gatehouse/contract/collections";
import { plateOrTagOf } from "@gatehouse/contract/fields/identifier-text";
import { addOffsets, toOffset } from "@gatehouse/engine/data-quality/clock-drift";
import { addRead, startOfHour } from "@gatehouse/engine/data-quality/read-quality";
import type { Outcome } from "@gatehouse/engine/decision/outcome";
import type { IncomingEvent } from "@gatehouse/engine/events/incoming-event";
import { type BackgroundJob, startJob } from "../../platform/background-job.ts";
import type { Services } from "../../platform/services.ts";
import { saveObservations } from "./observation.store.ts";
import type { Observations } from "./observations.ts";

/** A stored event. `revised` is set if it was stored before and decided again. */
interface StoredRead {
  readonly queued: IncomingEvent;
  readonly outcome: Outcome;
  readonly revised?: object | undefined;
}

/** Measures the quality of reads and clocks in memory, and saves it from time to time. */
export interface ReadRecorder {
  observe(stored: readonly StoredRead[]): void;
  /** Saves what was observed. */
  flush(): Promise<void>;
  /** Saves regularly, and once more when it is stopped. */
  start(): BackgroundJob;
}

const flushIntervalMs = 5_000;

/** Reads at gates that wait for the comparison with tags; further ones are not compared. */
const maxGateReads = 2_000;

type Running = { -readonly [Key in keyof Observations]: Mutable<Observations[Key]> };
type Mutable<T> =
  T extends ReadonlyMap<infer Key, infer Value> ? Map<Key, Value> : T extends readonly (infer Item)[] ? Item[] : T;

const nothing = (): Running => ({ hours: new Map(), plates: new Map(), offsets: new Map(), gateReads: [] });

/**
 * Nothing is written during ingest: counting in memory costs microseconds, and one statement saves the counts of seconds.
 * A crash loses the statistics of these seconds, which no decision depends on.
 */
export function createReadRecorder(services: Pick<Services, "db" | "clock" | "log">): ReadRecorder {
  let observed = nothing();

  async function flush(): Promise<void> {
    const taken = observed;
    if (taken.hours.size + taken.offsets.size + taken.gateReads.length === 0) return;
    observed = nothing();
    await saveObservations(services, taken);
  }

  return {
    observe: (stored) => {
      for (const { queued, outcome, revised } of stored) {
        observeClock(observed, queued);
        if (revised !== undefined) continue;
        observeRead(observed, queued, outcome);
        observeGateRead(observed, queued, outcome);
      }
    },
    flush,
    start: () => {
      const job = startJob("read quality", services.log, async () => {
        await flush();
        return { waitMs: flushIntervalMs };
      });
      return {
        stop: async () => {
          await job.stop();
          await flush();
        },
      };
    },
  };
}

function observeClock({ offsets }: Running, { deviceId, detection, receivedAt }: IncomingEvent): void {
  // Reports of ended passages carry the time of their beginning.
  if (deviceId === null || (detection.kind === "plate" && detection.isAfterwards)) return;
  const offset = toOffset(detection.at, receivedAt);
  if (offset !== undefined) offsets.set(deviceId, addOffsets(listIn(offsets, deviceId), [offset]));
}

function observeRead({ hours, plates }: Running, { detection, source }: IncomingEvent, { event }: Outcome): void {
  if (detection.kind !== "plate") return;
  const { receivedAt, plateNormalized, trace, listing } = event;
  const cameraId = source.camera?.id;
  if (cameraId !== undefined) {
    const hour = startOfHour(receivedAt);
    const key = `${cameraId} ${hour.getTime()}`;
    const read = { confidence: detection.confidence, isRepeated: listing === "again" };
    hours.set(key, { ...addRead(hours.get(key), read), cameraId, hour });
  }
  // Only registered plates, so that the number of rows is limited.
  if (plateNormalized && trace.candidates.some(({ kind }) => kind === "identifier")) {
    const reads = (plates.get(plateNormalized)?.reads ?? 0) + 1;
    plates.set(plateNormalized, { reads, lastReadAt: receivedAt });
  }
}

function observeGateRead({ gateReads }: Running, { detection, timing }: IncomingEvent, { event, gate }: Outcome): void {
  const read = plateOrTagOf(event.plateNormalized, event.tagNormalized);
  const isCompared = detection.kind === "plate" || detection.kind === "tag";
  if (!gate || !isCompared || timing !== "live" || event.listing === "again" || read === "") return;
  if (gateReads.length >= maxGateReads) return;
  const { id, occurredAt, receivedAt, cameraId } = event;
  gateReads.push({
    id,
    gateId: gate.id,
    kind: detection.kind,
    read,
    occurredAt,
    receivedAt,
    cameraId: cameraId ?? null,
  });
}
