import type { Detection } from "@gatehouse/contract/events/detection";
import { senderName } from "@gatehouse/engine/events/incoming-event";
import type { Ingest } from "../ingest/ingest.ts";
import { createPushDeadline } from "../ingest/push-deadline.ts";
import { Refusal } from "../platform/http/refusal.ts";
import type { Services } from "../platform/services.ts";
import type { SiteSensor } from "../site/site-cache.ts";

const retryMs = 1_000;
const maxPending = 1_000;
const numberDigits = 12;
const idPrefix = "vehicle-";

/** Stores counted vehicles as events, each exactly once. */
export interface VehicleRecorder {
  /** Loads where the numbering of these loops continues. Must precede the first reading of a loop. */
  prepare(sensors: readonly SiteSensor[]): Promise<void>;
  /** Stores a vehicle in the background; retries until it is stored. */
  add(sensor: SiteSensor): void;
  /** Ends the retries. */
  stop(): Promise<void>;
}

/**
 * LIVE-3: vehicles of a loop are numbered, and the number continues from the stored events. A retry has the same number,
 * and so has the same vehicle if a former leader sees it too, so ingest stores it once.
 */
export function createVehicleRecorder({ db, clock, log }: Services, ingest: Ingest): VehicleRecorder {
  const lastNumbers = new Map<number, number>();
  const pending = new Map<number, { sensor: SiteSensor; detections: Detection[] }>();
  const running = new Map<number, Promise<void>>();
  const stopping = new AbortController();

  async function loadLastNumber(sensor: SiteSensor): Promise<number> {
    const row = await db
      .selectFrom("event_keys")
      .select("eventId")
      .where("sender", "=", senderName({ kind: "sensor", sensor }))
      .where("eventId", "~", `^${idPrefix}[0-9]{${numberDigits}}$`)
      .orderBy("eventId", "desc")
      .limit(1)
      .executeTakeFirst();
    return Number(row?.eventId.slice(idPrefix.length) ?? 0);
  }

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
          (error: unknown) => isDeleted(error) || reportFailure(sensor, detections.length, error),
        );
        if (!isStored) await pause();
      }
    }
    // In the same turn as the last check, so that no vehicle is left behind.
    running.delete(id);
  }

  /** Whether to give up. */
  function reportFailure({ name }: SiteSensor, vehicles: number, error: unknown): boolean {
    const isLost = stopping.signal.aborted;
    log.warn({ error, loop: name, vehicles }, `could not store vehicles of a loop; ${isLost ? "lost" : "will retry"}`);
    return isLost;
  }

  const pause = () =>
    new Promise<void>((resolve) => {
      if (stopping.signal.aborted) return resolve();
      const timer = setTimeout(resolve, retryMs);
      stopping.signal.addEventListener("abort", () => {
        clearTimeout(timer);
        resolve();
      });
    });

  return {
    prepare: async (sensors) => {
      for (const sensor of sensors)
        if (!lastNumbers.has(sensor.id)) lastNumbers.set(sensor.id, await loadLastNumber(sensor));
    },
    add: (sensor) => {
      const { id } = sensor;
      const number = (lastNumbers.get(id) ?? 0) + 1;
      lastNumbers.set(id, number);
      const eventId = `${idPrefix}${String(number).padStart(numberDigits, "0")}`;
      const detections = pending.get(id)?.detections ?? [];
      if (detections.length >= maxPending)
        return log.error({ loop: sensor.name }, "too many unstored vehicles; lost one");
      // The time would differ between two leaders, and it is part of the primary key of events with a device time.
      detections.push({ kind: "loop", eventId, source: null, at: null });
      pending.set(id, { sensor, detections });
      if (!running.has(id)) running.set(id, flush(id));
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(running.values());
    },
  };
}

/** The loop was deleted meanwhile. */
const isDeleted = (error: unknown) => error instanceof Refusal && error.code === "ingest/refused";
