import type { Database } from "../../packages/server/src/platform/database/database.ts";

/** What a report has for a period: the number of its rows, and some of its totals. */
export type Counted = { readonly count: number } & Readonly<Record<string, number>>;

/**
 * The totals of the Fare Report, from the events and the tariffs of the demo alone. Pairs entries with exits by their
 * order, and adds up the started periods of each stay. A stay of a two-wheeler costs 1.00 per 2 h after 1 h, at most 4.00 per
 * 24 h. Any other one costs 2.00 per hour after 30 min, 1.00 from the fourth hour on, 0.50 at night, at most 15.00 per 24 h.
 * The site's time zone is UTC.
 */
const statement = `
  with access as (
    select e.id, e."occurredAt" as at, e.direction, e."isGranted",
      coalesce((select c."lpNormalized" from event_corrections c where c."eventId" = e.id order by c.id desc limit 1),
        e."plateNormalized", normalize_identifier(i.lp), e."tagNormalized") as vehicle,
      coalesce(t."vehicleType", e."vehicleType") as type
    from events e left join identifiers i on i.id = e."identifierId" and i.lp <> ''
      left join identifiers t on t.id = e."identifierId"
    where e.module in ('ANPR_ACCESS_CONTROL', 'RFID_ACCESS_CONTROL') and e."passageOf" is null
  ), moves as (
    select *, lag(direction) over w as before, lag(at) over w as before_at, lag(type) over w as before_type,
      lead(direction) over w as after, lead(at) over w as after_at
    from access a where vehicle <> '' and direction in ('N', 'X') and ("isGranted" or "isGranted" = false and exists (
      select from commands c where c."eventId" = a.id and c.kind = 'open' and c.by is not null
        and c.state not in ('rejected', 'unreachable', 'expired', 'unmoved')))
    window w as (partition by vehicle order by at, id)
  ), ended as (
    select *, direction = 'X' and before is not distinct from 'N' and at - before_at <= interval '7 days' as paired
    from moves where at >= $1 and at < $2
  ), stays as (
    select id, before_at as entry, at as exit, coalesce(before_type, type) in ('2W', 'CYCLE', 'Two-wheeler') as small
    from ended where paired
  ), days as (
    select s.id, p.n * p.minutes / 1440 as day, s.small, sum(case
        when s.small then 100
        when (s.entry + p.n * interval '1 hour')::time >= '22:00' or (s.entry + p.n * interval '1 hour')::time < '06:00' then 50
        when p.n % 24 < 3 then 200 else 100 end) as price
    from stays s
      cross join lateral (select case when s.small then 120 else 60 end as minutes, k as n
        from generate_series(0, 24 * 7) k) p
    where s.entry + p.n * p.minutes * interval '1 minute' < s.exit
      and s.exit - s.entry > case when s.small then interval '60 minutes' else interval '30 minutes' end
    group by 1, 2, 3
  ), fares as (
    select (select count(*) from stays) as stays,
      (select coalesce(sum(least(price, case when small then 400 else 1500 end)), 0) from days) as gross,
      (select count(*) from ended where direction = 'N' and (after = 'N' or after_at - at > interval '7 days'
        or after is null and at < now() - interval '7 days')) as entries,
      (select count(*) from ended where direction = 'X' and not paired) as exits
  )
  select json_build_object('count', stays + entries + exits, 'stays', stays, 'gross', gross, 'discount', 0, 'waived', 0,
    'net', gross, 'unpairedEntries', entries, 'unpairedExits', exits) as counted from fares`;

/** Counts the rows and totals of the Fare Report of a period; amounts are in minor units. */
export async function countFaresBySql(db: Pick<Database, "pool">, from: Date, to: Date): Promise<Counted> {
  const { rows } = await db.pool.query<{ counted: Counted }>(statement, [from, to]);
  const [row] = rows;
  if (!row) throw new Error("no counts");
  return row.counted;
}
