import type { FigureName } from "../../packages/contract/src/entities/overview-figures.ts";
import type { Database } from "../../packages/server/src/platform/database/database.ts";

/** A figure that is a number of events, counted from the events alone, without the counts that the server maintains. */
export type CountedBySql = Record<
  Exclude<FigureName, "turnover" | "deniedShare" | "readRate" | "uncertainReads"> | "stays" | "granted",
  number
> &
  Record<"denied" | "reads" | "uncertainReads" | "loopCounts" | "readsAtLoops", number>;

/** Pairs entries with exits by their order alone, and counts everything in one statement. */
const statement = `
  with access as (
    select e.id, e."occurredAt" as at, e.module, e.direction, e."isGranted", e."gateId", e.confidence,
      coalesce((select c."lpNormalized" from event_corrections c where c."eventId" = e.id order by c.id desc limit 1),
        e."plateNormalized", normalize_identifier(i.lp), e."tagNormalized") as vehicle
    from events e left join identifiers i on i.id = e."identifierId" and i.lp <> ''
    where e.module in ('ANPR_ACCESS_CONTROL', 'RFID_ACCESS_CONTROL') and e."passageOf" is null
  ), moves as (
    -- Also vehicles that a person let in or out, if their plate is known.
    select *, lag(direction) over w as before, lag(at) over w as before_at, lead(direction) over w as after,
      lead(at) over w as after_at
    from access a where vehicle <> '' and direction in ('N', 'X') and ("isGranted" or "isGranted" = false and exists (
      select from commands c where c."eventId" = a.id and c.kind = 'open' and c.by is not null
        and c.state not in ('rejected', 'unreachable', 'expired', 'unmoved')))
    window w as (partition by vehicle order by at, id)
  ), wired as (
    select g.id, s.id as sensor from gates g join sensors s on s.id in (g."sensorId", g."loopId") and s.scope = 'loop'
    where g."cameraId" is not null
  ), inside as (select * from moves where direction = 'N' and after is null)
  select
    (select count(*) from access where "isGranted" and direction = 'N' and at >= $1 and at < $2)::integer as entries,
    (select count(*) from access where "isGranted" and direction = 'X' and at >= $1 and at < $2)::integer as exits,
    (select max(n) from (
      select sum(n) over (order by q range between current row and interval '45 minutes' following) as n from (
        select date_bin('15 minutes', at, '2000-01-01 00:00+00') as q, count(*) as n from access
        where "isGranted" and direction in ('N', 'X') and at >= $1 and at < $2 group by 1) quarters) hours)::integer as peak,
    (select count(*) from moves where direction = 'X' and before = 'N' and at - before_at <= interval '7 days'
      and at >= $1 and at < $2)::integer as stays,
    (select percentile_disc(0.5) within group (order by at - before_at) from moves
      where direction = 'X' and before = 'N' and at - before_at <= interval '7 days'
      and at >= $1 and at < $2) as median,
    (select percentile_disc(0.9) within group (order by at - before_at) from moves
      where direction = 'X' and before = 'N' and at - before_at <= interval '7 days'
      and at >= $1 and at < $2) as p90,
    (select count(*) from inside where at < now() - interval '24 hours' and at >= now() - interval '7 days')::integer
      as overstays,
    (select count(*) from moves where direction = 'N' and at >= $1 and at < $2
      and (after = 'N' or after_at - at > interval '7 days' or after is null and at < now() - interval '7 days'))::integer as "unpairedEntries",
    (select count(*) from moves where direction = 'X' and (before is distinct from 'N' or at - before_at > interval '7 days')
      and at >= $1 and at < $2)::integer
      as "unpairedExits",
    (select count(*) from access where "isGranted" and at >= $1 and at < $2)::integer as granted,
    (select count(*) from access where not "isGranted" and at >= $1 and at < $2)::integer as denied,
    (select count(distinct d.id) from access d join access a on a.vehicle = d.vehicle and a."isGranted"
        and a.at between d.at and d.at + interval '5 minutes'
      where not d."isGranted" and d.at >= $1 and d.at < $2)::integer as "falseDenials",
    (select count(*) from commands where kind = 'open' and by is not null and at >= $1 and at < $2)::integer
      as "manualOpenings",
    (select count(*) from access a where "isGranted" and at >= $1 and at < $2 and exists (
      select from commands c where c."eventId" = a.id and c.kind = 'open'
        and c.state in ('rejected', 'unreachable', 'expired', 'unmoved')))::integer as "barrierFailures",
    (select count(*) from access where module = 'ANPR_ACCESS_CONTROL' and at >= $1 and at < $2)::integer as reads,
    (select count(*) from access where module = 'ANPR_ACCESS_CONTROL' and confidence < 0.8 and at >= $1 and at < $2)::integer
      as "uncertainReads",
    (select count(*) from access a join wired w on w.id = a."gateId"
      where module = 'ANPR_ACCESS_CONTROL' and at >= $1 and at < $2)::integer as "readsAtLoops",
    (select count(*) from events e join wired w on w.sensor = e."sensorId" where e.module = 'LOOP_DETECTOR'
      and e.status = 'PROCESSED' and e."passageOf" is null and e."occurredAt" >= $1 and e."occurredAt" < $2)::integer
      as "loopCounts"`;

/** Counts the figures of a period from the stored events. */
export async function countBySql(db: Pick<Database, "pool">, from: Date, to: Date): Promise<CountedBySql> {
  const minutes = (column: string) => `extract(epoch from ${column})::float8 / 60`;
  const { rows } = await db.pool.query<CountedBySql>(
    `select c.*, ${minutes("median")} as "dwellMedian", ${minutes("p90")} as "dwellP90" from (${statement}) c`,
    [from, to],
  );
  const [counted] = rows;
  if (!counted) throw new Error("no counts");
  return counted;
}
