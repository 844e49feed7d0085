import { listIn } from "@gatehouse/contract/collections";
import { plateOrTagOf } from "@gatehouse/contract/fields/identifier-text";
import { addOffsets, measureDrift, toOffset } from "@gatehouse/engine/data-quality/clock-drift";
import { addRead, type ReadCounts, startOfHour } from "@gatehouse/engine/data-quality/read-quality";
import type { Outcome } from "@gatehouse/engine/decision/outcome";
import type { IncomingEvent } from "@gatehouse/engine/events/incoming-event";
import { sql } from "kysely";
import { loadRequiredConfigs } from "../../house/required-config.store.ts";
import { type BackgroundJob, startJob } from "../../platform/background-job.ts";
import { notifyChange } from "../../platform/database/channels.ts";
import type { Tx } from "../../platform/database/database.ts";
import type { Services } from "../../platform/services.ts";
import { compareWithTags, type GateRead, type VerifiedRead } from "./tag-comparison.ts";

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

/** Saves what was observed. Every process writes in the order of the keys, to avoid deadlocks. */
async function saveObservations(
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

/** What was observed since the last save. */
interface Observations {
  readonly hours: ReadonlyMap<string, ReadCounts & { readonly cameraId: number; readonly hour: Date }>;
  readonly plates: ReadonlyMap<string, { readonly reads: number; readonly lastReadAt: Date }>;
  /** By device: device time minus arrival. */
  readonly offsets: ReadonlyMap<number, readonly number[]>;
  readonly gateReads: readonly GateRead[];
}
