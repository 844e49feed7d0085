import type { Series } from "@gatehouse/contract/entities/overview";
import type { SeriesName, SeriesStep } from "@gatehouse/contract/entities/overview-figures";
import type { EventFigureName } from "@gatehouse/contract/events/event-fields";
import type { EventModule } from "@gatehouse/contract/events/event-module";
import { type NotNull, sql } from "kysely";
import type { ReadDb } from "../../platform/database/database.ts";
import { onlyRow } from "../../platform/database/only-row.ts";
import type { GateLimit } from "../../platform/http/gate-limit.ts";

/** A period, and the gates that the reader is limited to. */
export interface Sought {
  readonly from: Date;
  readonly to: Date;
  readonly gateIds: GateLimit;
}

/** How many events of a module count as a figure. */
export interface Sum {
  readonly figure: EventFigureName;
  readonly module: EventModule;
  readonly n: number;
}

const gatesOf = ({ gateIds }: Sought) => (gateIds === null ? null : [...gateIds]);

/** The numbers of events of a period. */
export async function loadSums(db: ReadDb, sought: Sought, figures: readonly EventFigureName[]): Promise<Sum[]> {
  const { from, to } = sought;
  const { rows } = await sql<Sum>`
    select figure, module, sum(n)::integer as n
    from overview_sums(${from}, ${to}, 'day', ${[...figures]}::text[], ${gatesOf(sought)}::integer[])
    group by 1, 2 having sum(n) <> 0 order by 1, 2`.execute(db);
  return rows;
}

/** A figure per hour, day or month; each step of the period has a point. */
export async function loadSeries(
  db: ReadDb,
  sought: Sought,
  { name, step, zone, now }: { name: Exclude<SeriesName, "occupancy">; step: SeriesStep; zone: string; now: Date },
): Promise<Series["points"]> {
  const { from, to } = sought;
  const largest = step === "hour" ? "hour" : "day";
  // One row of arrays: parsing hundreds of rows would take longer than the query.
  const row = await onlyRow(
    sql<{ starts: number[] | null; counts: (number | null)[] | null }>`
    with counted as (
      select date_trunc(${step}, at, ${zone}) as at, sum(n)::integer as n
      from overview_sums(${from}, ${to}, ${largest}, ${[name]}::text[], ${gatesOf(sought)}::integer[])
      group by 1
    )
    select array_agg(extract(epoch from s.at)::float8 order by s.at) as starts, array_agg(
      case when s.at > ${now}::timestamptz and c.n is null then null else coalesce(c.n, 0) end order by s.at) as counts
    from ${stepsOf({ from, to }, step, zone)} s(at) left join counted c using (at)`,
    db,
  );
  const { starts, counts } = row;
  if (!starts) return [];
  return starts.map((seconds, index) => ({
    at: new Date(seconds * 1_000).toISOString(),
    value: counts?.[index] ?? null,
  }));
}

/** The starts of the steps of a period, in the time zone of the site. */
export function stepsOf({ from, to }: Pick<Sought, "from" | "to">, step: SeriesStep, zone: string) {
  // The hour that a change to standard time repeats has two starts, so hours are counted in UTC.
  if (step === "hour")
    return sql`generate_series(date_trunc('hour', ${from}::timestamptz, ${zone}), ${to}::timestamptz - interval '1 microsecond',
      interval '1 hour')`;
  return sql`(select d at time zone ${zone} from generate_series(
    date_trunc(${step}, ${from}::timestamptz at time zone ${zone}),
    (${to}::timestamptz - interval '1 microsecond') at time zone ${zone}, ${`1 ${step}`}::interval) d)`;
}

/** The 60 minutes with the most entries and exits, in steps of 15 minutes. */
export async function findPeak(db: ReadDb, sought: Sought): Promise<{ from: Date; to: Date } | null> {
  const { from, to } = sought;
  const { rows } = await sql<{ at: string }>`
    with quarters as (
      select quarter_of(at) as at, sum(n) as n
      from overview_sums(${from}, ${to}, 'quarter', '{entries,exits}', ${gatesOf(sought)}::integer[]) group by 1
    )
    select at from (
      select at, sum(n) over (order by at range between current row and interval '45 minutes' following) as n from quarters
    ) windows where n > 0 order by n desc, at limit 1`.execute(db);
  const [peak] = rows;
  if (!peak) return null;
  const startMs = new Date(peak.at).getTime();
  return {
    from: new Date(Math.max(startMs, from.getTime())),
    to: new Date(Math.min(startMs + 3_600_000, to.getTime())),
  };
}

/** Stays are counted in classes of 5 percent, up to about 60 days. */
export const dwellClasses = Array.from({ length: 340 }, (_, index) => `dwell:${String(index).padStart(3, "0")}`);
/** The length of the stays of a class, in minutes. */
export const dwellMinutesOf = (figure: string) => 1.05 ** Number(figure.slice("dwell:".length)) - 1;

/** The times within which half, and nine tenths, of the completed stays ended. */
export async function loadDwell(db: ReadDb, sought: Sought): Promise<{ median: number; p90: number } | null> {
  const { from, to } = sought;
  const { rows } = await sql<{ figure: string; n: number }>`
    select figure, sum(n)::integer as n
    from overview_sums(${from}, ${to}, 'day', ${dwellClasses}::text[], ${gatesOf(sought)}::integer[])
    group by 1 having sum(n) > 0 order by 1`.execute(db);
  const stays = rows.reduce((sum, { n }) => sum + n, 0);
  if (stays === 0) return null;
  const within = (share: number) => {
    let counted = 0;
    for (const { figure, n } of rows) {
      counted += n;
      if (counted >= share * stays) return dwellMinutesOf(figure);
    }
    return 0;
  };
  return { median: within(0.5), p90: within(0.9) };
}

/** Vehicles that entered before a moment and have not left, by module. */
export async function countOpenStays(db: ReadDb, before: Date, gateIds: GateLimit): Promise<Sum[]> {
  let query = db.selectFrom("open_stays").where("occurredAt", "<", before.toISOString());
  if (gateIds !== null) query = query.where("gateId", "in", [-1, ...gateIds]);
  const rows = await query
    .select(["module", (eb) => eb.fn.countAll<number>().as("n")])
    .groupBy("module")
    .execute();
  return rows.map(({ module, n }) => ({ figure: "inside", module: module as EventModule, n }));
}

/** Manual openings by person, the most first. */
export async function countOpenings(
  db: ReadDb,
  { from, to, gateIds }: Sought,
): Promise<{ by: string; count: number }[]> {
  let query = db
    .selectFrom("commands")
    .where("by", "is not", null)
    .where("kind", "=", "open")
    .where("at", ">=", from.toISOString())
    .where("at", "<", to.toISOString());
  if (gateIds !== null) query = query.where("gateId", "in", [0, ...gateIds]);
  const rows = await query
    .select(["by", (eb) => eb.fn.countAll<number>().as("count")])
    .$narrowType<{ by: NotNull }>()
    .groupBy("by")
    .orderBy("count", "desc")
    .orderBy("by")
    .execute();
  return rows;
}
