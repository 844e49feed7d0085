import { setTimeout as delay } from "node:timers/promises";
import type { Detection } from "@gatehouse/contract/events/detection";
import type { SiteSensor } from "../../gate/site-cache.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import type { Services } from "../../platform/services.ts";
import type { Ingest } from "./ingest.ts";
import { createPushDeadline } from "./push-deadline.ts";

const retryMs = 1_000;
const maxPending = 1_000;

/** Stores what the server itself reads from sensors, like the pushes of other sensors. */
export interface SensorRecorder {
  /** Stores a detection in the background; retries with the same event id until it is stored. */
  add(sensor: SiteSensor, detection: Detection): void;
  /** Ends the retries. */
  stop(): Promise<void>;
}

/** Detections of a sensor are stored in their order; those that arrive meanwhile are stored together. */
export function createSensorRecorder({ clock, log }: Pick<Services, "clock" | "log">, ingest: Ingest): SensorRecorder {
  const pending = new Map<number, { sensor: SiteSensor; detections: Detection[] }>();
  const running = new Map<number, Promise<void>>();
  const stopping = new AbortController();

  async function store(sensor: SiteSensor, detections: readonly Detection[]): Promise<void> {
    const deadline = createPushDeadline(clock);
    const receivedAt = clock.now();
    const answerBy = new Date(receivedAt.getTime() + deadline.leftMs());
    const push = { receivedAt, receivedMs: clock.monotonicMs(), deadline, answerBy };
    await deadline.within(ingest.accept({ kind: "sensor", sensor }, detections, push));
  }

  async function flush(id: number): Promise<void> {
    for (let next = pending.get(id); next !== undefined; next = pending.get(id)) {
      const { sensor, detections } = next;
      pending.delete(id);
      for (let isStored = false; !isStored; ) {
        isStored = await store(sensor, detections).then(
          () => true,
          (error: unknown) => isDeleted(error) || reportError(sensor, detections.length, error),
        );
        if (!isStored) await pause();
      }
    }
    // In the same turn as the last check, so that no detection is left behind.
    running.delete(id);
  }

  /** Whether to give up. */
  function reportError({ name }: SiteSensor, count: number, error: unknown): boolean {
    const isLost = stopping.signal.aborted;
    log.warn({ error, sensor: name, count }, `could not store detections; ${isLost ? "lost" : "will retry"}`);
    return isLost;
  }

  // Rejects when it is stopped.
  const pause = () => delay(retryMs, undefined, { signal: stopping.signal }).catch(() => undefined);

  return {
    add: (sensor, detection) => {
      const { id } = sensor;
      const detections = pending.get(id)?.detections ?? [];
      if (detections.length >= maxPending)
        return log.error({ sensor: sensor.name }, "too many unstored detections; lost one");
      detections.push(detection);
      pending.set(id, { sensor, detections });
      if (!running.has(id)) running.set(id, flush(id));
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(running.values());
    },
  };
}

/** The sensor was deleted meanwhile. */
const isDeleted = (error: unknown) => error instanceof HttpError && error.code === "ingest/refused";
