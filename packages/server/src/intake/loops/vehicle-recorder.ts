import { addTo } from "@gatehouse/contract/collections";
import { senderName } from "@gatehouse/engine/events/incoming-event";
import type { SiteSensor } from "../../gate/site-cache.ts";
import type { Services } from "../../platform/services.ts";
import type { Ingest } from "../ingest/ingest.ts";
import { createSensorRecorder } from "../ingest/sensor-recorder.ts";

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
 * Vehicles of a loop are numbered, and the number continues from the stored events. A retry has the same number,
 * and so has the same vehicle if a former leader sees it too, so ingest stores it once.
 */
export function createVehicleRecorder(services: Services, ingest: Ingest): VehicleRecorder {
  const recorder = createSensorRecorder(services, ingest);
  const lastNumbers = new Map<number, number>();

  async function loadLastNumber(sensor: SiteSensor): Promise<number> {
    const row = await services.db
      .selectFrom("event_keys")
      .select("eventId")
      .where("sender", "=", senderName({ kind: "sensor", sensor }))
      .where("eventId", "~", `^${idPrefix}[0-9]{${numberDigits}}$`)
      .orderBy("eventId", "desc")
      .limit(1)
      .executeTakeFirst();
    return Number(row?.eventId.slice(idPrefix.length) ?? 0);
  }

  return {
    prepare: async (sensors) => {
      for (const sensor of sensors)
        if (!lastNumbers.has(sensor.id)) lastNumbers.set(sensor.id, await loadLastNumber(sensor));
    },
    add: (sensor) => {
      const number = addTo(lastNumbers, sensor.id, 1);
      const eventId = `${idPrefix}${String(number).padStart(numberDigits, "0")}`;
      // The time would differ between two leaders, and it is part of the primary key of events with a device time.
      recorder.add(sensor, { kind: "loop", eventId, source: null, at: null });
    },
    stop: recorder.stop,
  };
}
