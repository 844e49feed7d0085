import { type AlertCause, alertScopeOf } from "@gatehouse/contract/entities/alert-type";
import { comparedDays, maxSilenceMs, minSilenceMs } from "@gatehouse/engine/camera-silence/camera-silence";
import { sql } from "kysely";
import { raiseAlert, resolveAlert } from "../../alert/alert.store.ts";
import { loadModuleActivation } from "../../house/module-activation.store.ts";
import { loadRequiredConfigs } from "../../house/required-config.store.ts";
import { type BackgroundJob, startJob } from "../../platform/background-job.ts";
import type { ReadDb } from "../../platform/database/database.ts";
import type { Services } from "../../platform/services.ts";

type Parts = Pick<Services, "db" | "clock">;

const checkIntervalMs = 60_000;
const module = "CAMERA_COUNTING";
const type = "CC_CAMERA_SILENT";
const subjectOf = ({ id }: { id: number }) => `camera ${id}`;

interface CountingCamera {
  readonly id: number;
  readonly name: string;
  /** When its last event was received; null if it has none. */
  readonly lastAt: Date | null;
}

/** Raises an alert for each counting camera that is silent for unusually long, by its own history. */
export function startSilentCameraChecks({ db, clock, log }: Services): BackgroundJob {
  const startedMs = clock.monotonicMs();
  return startJob("silent cameras", log, async () => {
    await checkSilentCameras({ db, clock }, clock.monotonicMs() - startedMs);
    return { waitMs: checkIntervalMs };
  });
}

/**
 * Raises and resolves the alerts. While the server was off it could not receive events, so no camera counts as silent
 * for longer than the server has been listening.
 */
export async function checkSilentCameras({ db, clock }: Parts, listeningMs: number): Promise<void> {
  const now = clock.now();
  const cameras = (await loadModuleActivation(db))[module] ? await listCountingCameras(db) : [];
  await resolveEnded({ db, clock }, cameras);
  const silenceOf = ({ lastAt }: CountingCamera) =>
    lastAt === null ? 0 : Math.min(clock.elapsedMs(lastAt), listeningMs);
  const silent = cameras.filter((camera) => silenceOf(camera) > minSilenceMs);
  if (silent.length === 0) return;
  const { timeZone } = await loadRequiredConfigs(db);
  for (const camera of silent) {
    if (await isReported(db, camera)) continue;
    const pauses = await listPauses(db, camera, now, timeZone);
    const limitMs = maxSilenceMs(pauses);
    if (limitMs === null || silenceOf(camera) <= limitMs) continue;
    await db
      .transaction()
      .execute((tx) => raiseAlert(tx, toCause(camera, silenceOf(camera), Math.max(...pauses)), clock.now()));
  }
}

async function listCountingCameras(db: ReadDb): Promise<CountingCamera[]> {
  // The newest events by the camera's clock, because they have an index; a few, because that clock may be wrong.
  const { rows } = await sql<CountingCamera>`
    select c.id, c.name, (
      select max("receivedAt") from (
        select "receivedAt" from events e
        where e.module = ${module} and e."sourceName" = c.name and e."cameraId" = c.id
        order by "occurredAt" desc limit 20
      ) latest
    ) as "lastAt"
    from cameras c where c.module = ${module} and c.status = 'saved' order by c.id`.execute(db);
  return rows.map((row) => ({ ...row, lastAt: row.lastAt && new Date(row.lastAt) }));
}

/** Resolves the alerts of cameras that sent an event, and of those that are no longer monitored. */
async function resolveEnded({ db, clock }: Parts, cameras: readonly CountingCamera[]): Promise<void> {
  const lastAt = new Map(cameras.map((camera) => [subjectOf(camera), camera.lastAt]));
  const open = await db
    .selectFrom("alerts")
    .select(["id", "subject", "createdAt"])
    .where("type", "=", type)
    .where("status", "=", "new")
    .execute();
  for (const { id, subject, createdAt } of open) {
    const last = lastAt.get(subject);
    const isSilent = last !== undefined && (last === null || last <= new Date(createdAt));
    if (!isSilent) await db.transaction().execute((tx) => resolveAlert(tx, id, clock.now()));
  }
}

/** Whether this silence was reported before: an alert that a user resolved is not raised again. */
async function isReported(db: ReadDb, camera: CountingCamera): Promise<boolean> {
  const row = await db
    .selectFrom("alerts")
    .select("id")
    .where("type", "=", type)
    .where("subject", "=", subjectOf(camera))
    .where("createdAt", ">=", (camera.lastAt ?? new Date(0)).toISOString())
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The pause around this time of the day on each earlier day. Pauses that raised an alert are not usual. */
async function listPauses(db: ReadDb, { id, name }: CountingCamera, now: Date, timeZone: string): Promise<number[]> {
  const at = now.toISOString();
  const own = sql`events where module = ${module} and "sourceName" = ${name} and "cameraId" = ${id}`;
  const { rows } = await sql<{ pauseMs: number }>`
    select (extract(epoch from following.at - previous.at) * 1000)::double precision as "pauseMs"
    from generate_series(1, ${comparedDays}::integer) day
    cross join lateral (
      select (${at}::timestamptz at time zone ${timeZone} - make_interval(days => day)) at time zone ${timeZone} as at
    ) moment
    cross join lateral (
      select "occurredAt" as at from ${own} and "occurredAt" <= moment.at order by "occurredAt" desc limit 1
    ) previous
    cross join lateral (
      select "occurredAt" as at from ${own} and "occurredAt" > moment.at and "occurredAt" <= ${at}
      order by "occurredAt" limit 1
    ) following
    where not exists (
      select from alerts
      where type = ${type} and subject = ${subjectOf({ id })} and "createdAt" between previous.at and following.at
    )`.execute(db);
  return rows.map(({ pauseMs }) => pauseMs);
}

const toCause = ({ id, name }: CountingCamera, silenceMs: number, usualMs: number): AlertCause => ({
  type,
  scope: alertScopeOf[module],
  subject: subjectOf({ id }),
  title: "Counting camera silent",
  description: `"${name}" has sent no vehicle for ${formatDuration(silenceMs)}. At this time of the day its longest pause was ${formatDuration(usualMs)}.`,
  additionalInfo: { cameraId: id },
});

function formatDuration(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
