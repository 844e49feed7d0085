import type { Dashboard, Gauge } from "@gatehouse/contract/entities/variable";
import { sql } from "kysely";
import type { ReadDb } from "../../platform/database/database.ts";

const pointMinutes = 5;

/** The mapped variables with their values since the start of the site's day. */
export async function loadDashboard(db: ReadDb, now: Date, timeZone: string): Promise<Dashboard> {
  const at = now.toISOString();
  const { from, to } = await loadDay(db, at, timeZone);
  const { rows } = await sql<Gauge>`${gaugesSince(from)}`.execute(db);
  return { from, now: at, to, gauges: rows };
}

async function loadDay(db: ReadDb, at: string, timeZone: string): Promise<{ from: string; to: string }> {
  const { rows } = await sql<{ from: Date; to: Date }>`
    select day at time zone ${timeZone} as "from", (day + interval '1 day') at time zone ${timeZone} as "to"
    from date_trunc('day', ${at}::timestamptz at time zone ${timeZone}) day`.execute(db);
  const [day] = rows;
  if (!day) throw new Error("the day has no bounds");
  return { from: new Date(day.from).toISOString(), to: new Date(day.to).toISOString() };
}

/**
 * Computes earlier values back from the current one: each is the value after it, less the effect of the movements in
 * between. Values before a change of the equation are therefore those of the current equation.
 */
const gaugesSince = (from: string) => sql`
  with mapped as (
    select id, name, "displayName", "maxValue", "computedValue" as value from variables where "displayName" is not null
  ), first_today as (
    -- Ids follow the order of time, so the index by variable and id finds today's movements. The offset keeps the
    -- planner from walking through all ids to find the first one.
    select coalesce(min(id), 0) as id from (select id from movements where at >= ${from} offset 0) today
  ), effects as (
    select w."variableId", m.id, m.at, w.weight * m.delta as effect
    from mapped
    join variable_weights w on w."variableId" = mapped.id
    join movements m on m."variableId" = w."movedId" and m.at >= ${from} and m.id >= (select id from first_today)
  ), changes as (
    select e."variableId", e.id, e.at, on_grid(mapped.value - coalesce(sum(e.effect) over later, 0)) as value
    from effects e join mapped on mapped.id = e."variableId"
    window later as (partition by e."variableId" order by e.id desc rows between unbounded preceding and 1 preceding)
  ), points as (
    select distinct on ("variableId", bucket) "variableId", id, at, value
    from (select *, date_bin(make_interval(mins => ${pointMinutes}), at, ${from}) as bucket from changes) binned
    order by "variableId", bucket, id desc
  )
  select mapped.id, mapped.name, mapped."displayName", mapped."maxValue", mapped.value,
    least(start.value, changed.lowest) as lowest, greatest(start.value, changed.highest) as highest,
    jsonb_build_array(jsonb_build_object('at', ${from}::text, 'value', start.value)) || coalesce(shown.points, '[]') as points
  from mapped
  cross join lateral (
    select on_grid(mapped.value - coalesce(sum(effect), 0)) as value from effects where "variableId" = mapped.id
  ) start
  cross join lateral (
    select min(value) as lowest, max(value) as highest from changes where "variableId" = mapped.id
  ) changed
  cross join lateral (
    select jsonb_agg(
      jsonb_build_object('at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'value', value)
      order by id
    ) as points
    from points where "variableId" = mapped.id
  ) shown
  order by lower(mapped."displayName"), mapped.id`;
