import { addOffsets, measureDrift } from "@gatehouse/engine/data-quality/clock-drift";
import { sql } from "kysely";
import { loadRequiredConfigs } from "../../house/required-config.store.ts";
import { notifyChange } from "../../platform/database/channels.ts";
import type { Tx } from "../../platform/database/database.ts";
import type { Services } from "../../platform/services.ts";
import type { Observations } from "./observations.ts";
import { compareWithTags, type VerifiedRead } from "./tag-comparison.ts";

/** Saves what was observed. Every process writes in the order of the keys, to avoid deadlocks. */
export async function saveObservations(
  { db, clock }: Pick<Services, "db" | "clock">,
  { hours, plates, offsets, gateReads }: Observations,
): Promise<void> {
  const configs = await loadRequiredConfigs(db);
  await db.transaction().execute(async (tx) => {
    const verified = await compareWithTags(tx, gateReads, configs);
    await saveHours(tx, [...hours.values()], verified);
    await savePlates(tx, plates);
    await saveConfusions(tx, verified);
    const isLevelChanged = await saveClocks(tx, offsets, clock.now());
    await sql`select ${notifyChange("data_quality")}`.execute(tx);
    if (isLevelChanged) await sql`select ${notifyChange("health")}`.execute(tx);
  });
}

type Hour = Observations["hours"] extends ReadonlyMap<string, infer Value> ? Value : never;

/** Hours of cameras that were deleted meanwhile are left out. */
async function saveHours(tx: Tx, hours: readonly Hour[], verified: readonly VerifiedRead[]): Promise<void> {
  const rows = [
    ...hours,
    ...verified.map(({ cameraId, hour, confusions }) => ({
      cameraId,
      hour,
      verified: 1,
      misreads: confusions.length > 0 ? 1 : 0,
    })),
  ];
  if (rows.length === 0) return;
  await sql`
    insert into camera_hours as h ("cameraId", hour, reads, passages, "withConfidence", "lowConfidence", verified, misreads)
    select r."cameraId", r.hour, coalesce(sum(reads), 0), coalesce(sum(passages), 0), coalesce(sum("withConfidence"), 0),
      coalesce(sum("lowConfidence"), 0), coalesce(sum(verified), 0), coalesce(sum(misreads), 0)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("cameraId" integer, hour timestamptz, reads integer,
      passages integer, "withConfidence" integer, "lowConfidence" integer, verified integer, misreads integer)
    join cameras c on c.id = r."cameraId"
    group by 1, 2 order by 1, 2
    on conflict ("cameraId", hour) do update set reads = h.reads + excluded.reads,
      passages = h.passages + excluded.passages, "withConfidence" = h."withConfidence" + excluded."withConfidence",
      "lowConfidence" = h."lowConfidence" + excluded."lowConfidence", verified = h.verified + excluded.verified,
      misreads = h.misreads + excluded.misreads`.execute(tx);
}

async function savePlates(tx: Tx, plates: Observations["plates"]): Promise<void> {
  if (plates.size === 0) return;
  const rows = [...plates].map(([plate, counted]) => ({ plate, ...counted }));
  await sql`
    insert into plate_reads as p (plate, reads, "lastReadAt")
    select plate, reads, "lastReadAt" from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(plate text, reads bigint, "lastReadAt" timestamptz)
    order by plate collate "C"
    on conflict (plate) do update set reads = p.reads + excluded.reads,
      "lastReadAt" = greatest(p."lastReadAt", excluded."lastReadAt")`.execute(tx);
}

async function saveConfusions(tx: Tx, verified: readonly VerifiedRead[]): Promise<void> {
  const rows = verified.flatMap(({ cameraId, at, confusions }) =>
    confusions.map((confusion) => ({ cameraId, at, ...confusion })),
  );
  if (rows.length === 0) return;
  await sql`
    insert into camera_confusions as f ("cameraId", read, actual, observed, "lastAt")
    select r."cameraId", r.read, r.actual, count(*), max(r.at)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r("cameraId" integer, at timestamptz, read text, actual text)
    join cameras c on c.id = r."cameraId"
    group by 1, 2, 3 order by 1, r.read collate "C", r.actual collate "C"
    on conflict ("cameraId", read, actual) do update set observed = f.observed + excluded.observed,
      "lastAt" = greatest(f."lastAt", excluded."lastAt")`.execute(tx);
}

/** Returns whether the level of a clock changed. */
async function saveClocks(tx: Tx, offsets: Observations["offsets"], now: Date): Promise<boolean> {
  let isLevelChanged = false;
  for (const [deviceId, added] of [...offsets].sort(([one], [other]) => one - other)) {
    const known = await tx
      .selectFrom("device_clocks")
      .select(["offsets", "level"])
      .where("deviceId", "=", deviceId)
      .forUpdate()
      .executeTakeFirst();
    const latest = addOffsets(known?.offsets ?? [], added);
    const drift = measureDrift(latest);
    const level = drift?.level ?? "ok";
    await sql`
      insert into device_clocks ("deviceId", offsets, "driftMs", level, "sampledAt")
      select id, ${latest}::integer[], ${drift?.driftMs ?? null}::integer, ${level}, ${now} from ai_devices
      where id = ${deviceId}
      on conflict ("deviceId") do update set offsets = excluded.offsets, "driftMs" = excluded."driftMs",
        level = excluded.level, "sampledAt" = excluded."sampledAt"`.execute(tx);
    if (level !== (known?.level ?? "ok")) isLevelChanged = true;
  }
  return isLevelChanged;
}
