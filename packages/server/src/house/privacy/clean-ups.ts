import { type DataClass, dataClassNames } from "@gatehouse/contract/data-classes";
import type { CleanUp, Retention } from "@gatehouse/contract/entities/privacy";
import { dayMs, zonedText } from "@gatehouse/contract/fields/zoned-time";
import { sql } from "kysely";
import type { ReadDb } from "../../platform/database/database.ts";
import type { ImageStore } from "../image-store.ts";
import { imageDays, loadImageProtection } from "../images/image-protection.store.ts";
import { hashMark } from "../plate-hashes.ts";
import { loadRequiredConfigs } from "../required-config.store.ts";

/** What is deleted at one time: when its retention ends after `keptDays`, and how much it is. */
interface Batch {
  readonly dueAt: Date;
  readonly count: number;
}

/** Loads what is stored of one kind of data, as batches that are deleted together. */
type LoadBatches = (db: ReadDb, days: number) => Promise<Batch[]>;

/** When the day or month ends by which an event is deleted: events outside the monthly partitions have wrong clocks. */
const endOf = (unit: "day" | "month") => sql`case when e.tableoid = 'events_other'::regclass
  then date_trunc('day', e."receivedAt") + interval '1 day'
  else date_trunc(${sql.lit(unit)}, e."occurredAt") + ${sql.lit(`1 ${unit}`)}::interval end`;

const isFree = sql`not is_event_held(e.id, e."plateNormalized", e."identifierId", e."occurredAt")`;

async function loadRows(
  db: ReadDb,
  statement: ReturnType<typeof sql<{ at: string; count: number }>>,
): Promise<Batch[]> {
  const { rows } = await statement.execute(db);
  return rows.map(({ at, count }) => ({ dueAt: new Date(at), count }));
}

const addDays = (batches: Batch[], days: number): Batch[] =>
  batches.map(({ dueAt, count }) => ({ dueAt: new Date(dueAt.getTime() + days * dayMs), count }));

const sources = (store: ImageStore | undefined): Record<DataClass, LoadBatches> => ({
  // Deleted by whole months, which are those of UTC.
  events: async (db, days) =>
    addDays(
      await loadRows(
        db,
        sql`select ${endOf("month")} as at, count(*) as count from events e where ${isFree} group by 1`,
      ),
      days,
    ),
  pictures: async (_, days) =>
    addDays(
      ((await store?.countByDay()) ?? []).map(({ day, images }) => ({
        dueAt: new Date(day.getTime() + dayMs),
        count: images,
      })),
      days,
    ),
  plates: async (db, days) =>
    addDays(
      await loadRows(
        db,
        sql`select ${endOf("day")} as at, count(*) as count from events e
          where e."plateNormalized" <> '' and e."plateNormalized" not like ${`${hashMark}%`} and ${isFree} group by 1`,
      ),
      days,
    ),
  audit: async (db, days) =>
    addDays(
      await loadRows(
        db,
        sql`select (day::date + 1)::timestamp at time zone 'UTC' as at, rows as count from audit_days
          where "expiredAt" is null and not is_held(null, day::date::timestamp at time zone 'UTC')`,
      ),
      days,
    ),
  reports: async (db, days) =>
    addDays(
      await loadRows(
        db,
        sql`select date_trunc('day', "finishedAt") + interval '1 day' as at, count(*) as count from report_jobs
          where "fileName" is not null and "finishedAt" is not null and not is_period_held("from", "to") group by 1`,
      ),
      days,
    ),
});

/** The days on which data of each kind is deleted next, with what will have been deleted by then. */
export async function loadCleanUps(
  db: ReadDb,
  { retention, store, now }: { retention: Retention; store: ImageStore | undefined; now: Date },
): Promise<CleanUp[]> {
  const configs = await loadRequiredConfigs(db);
  const { timeZone } = configs;
  await store?.protect(await loadImageProtection(db, configs, now));
  const toDay = (at: Date) => zonedText(at < now ? now : at, timeZone).slice(0, 10);
  const load = sources(store);
  const due = await Promise.all(
    dataClassNames.map(async (dataClass) => {
      const days = dataClass === "pictures" ? imageDays(configs) : retention[dataClass].maxDays;
      const batches = await load[dataClass](db, days);
      return { dataClass, batches: batches.map(({ dueAt, count }) => ({ on: toDay(dueAt), count })) };
    }),
  );
  const next = due.flatMap(({ batches }) =>
    batches
      .map(({ on }) => on)
      .sort()
      .slice(0, 1),
  );
  return [...new Set(next)].sort().map((on) => ({
    on,
    items: due.flatMap(({ dataClass, batches }) => {
      const count = batches.reduce((sum, batch) => sum + (batch.on <= on ? batch.count : 0), 0);
      return count > 0 ? [{ dataClass, count }] : [];
    }),
  }));
}
