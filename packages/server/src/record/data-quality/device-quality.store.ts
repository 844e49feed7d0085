import { listIn } from "@gatehouse/contract/collections";
import type { DeviceQuality } from "@gatehouse/contract/entities/data-quality";
import type { DriftLevel } from "@gatehouse/contract/events/read-quality";
import { startOfHour } from "@gatehouse/engine/data-quality/read-quality";
import { sql } from "kysely";
import type { ReadDb } from "../../platform/database/database.ts";
import { refuse } from "../../platform/http/refusal.ts";
import { loadConfusions } from "./confusion.store.ts";

const shownMs = 23 * 3_600_000;
const maxConfusions = 10;

type Camera = DeviceQuality["cameras"][number];

/** The clock of a device and the read quality of its cameras in the last 24 hours. */
export async function loadDeviceQuality(db: ReadDb, deviceId: number, now: Date): Promise<DeviceQuality> {
  const device = await db.selectFrom("ai_devices").select("id").where("id", "=", deviceId).executeTakeFirst();
  if (!device) throw refuse("record/not-found");
  const since = startOfHour(new Date(now.getTime() - shownMs));
  const cameras = await db
    .selectFrom("cameras")
    .select(["id", "name"])
    .where("aiDeviceId", "=", deviceId)
    .orderBy("name")
    .execute();
  const ids = cameras.map(({ id }) => id);
  const [clock, hours, confusions] = await Promise.all([
    loadClock(db, deviceId),
    loadHours(db, ids, since),
    loadConfusions(db, ids),
  ]);
  return {
    clock,
    cameras: cameras.map(
      ({ id, name }): Camera => ({
        id,
        name,
        hours: [...listIn(hours, id)],
        confusions: listIn(confusions, id)
          .slice(0, maxConfusions)
          .map(({ count: _, ...confusion }) => confusion),
      }),
    ),
  };
}

async function loadClock(db: ReadDb, deviceId: number): Promise<DeviceQuality["clock"]> {
  const row = await db
    .selectFrom("device_clocks")
    .select(["driftMs", "level", "sampledAt", "offsets"])
    .where("deviceId", "=", deviceId)
    .executeTakeFirst();
  if (!row || row.driftMs === null) return null;
  const { driftMs, level, sampledAt, offsets } = row;
  return { driftMs, level: level as DriftLevel, samples: offsets.length, sampledAt };
}

/** The hours of cameras, the newest first; corrections are counted in the hour of their event's arrival or time. */
async function loadHours(db: ReadDb, ids: readonly number[], since: Date): Promise<Map<number, Camera["hours"]>> {
  const { rows } = await sql<Camera["hours"][number] & { cameraId: number }>`
    with corrected as (
      select "cameraId", date_trunc('hour', "occurredAt") as hour, count(distinct "eventId") as corrections
      from event_corrections where "cameraId" = any(${[...ids]}::integer[]) and "occurredAt" >= ${since}
      group by 1, 2
    )
    select "cameraId", hour, coalesce(h.reads, 0) as reads, coalesce(h.passages, 0) as passages,
      coalesce(h."withConfidence", 0) as "withConfidence", coalesce(h."lowConfidence", 0) as "lowConfidence",
      coalesce(c.corrections, 0) as corrections, coalesce(h.verified, 0) as verified, coalesce(h.misreads, 0) as misreads
    from (select * from camera_hours where "cameraId" = any(${[...ids]}::integer[]) and hour >= ${since}) h
    full join corrected c using ("cameraId", hour)
    order by hour desc`.execute(db);
  const grouped = Map.groupBy(rows, ({ cameraId }) => cameraId);
  return new Map([...grouped].map(([id, list]) => [id, list.map(({ cameraId: _, ...hour }) => hour)]));
}
