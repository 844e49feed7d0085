import type { Dashboard, Gauge, VariableScope } from "@gatehouse/contract/entities/variable";
import type { variableEndpoints } from "@gatehouse/contract/entities/variable.endpoints";
import type { GateKind } from "@gatehouse/contract/gate-scope";
import { sql } from "kysely";
import { loadGateAccess } from "../../house/gate-links.ts";
import { loadRequiredConfigs } from "../../house/required-config.store.ts";
import type { ReadDb } from "../../platform/database/database.ts";
import type { Handlers } from "../../platform/http/call.ts";
import { listDependents } from "../../platform/resources/dependents.ts";
import { rejectChangedCopy, rejectChangedEchoes } from "../../platform/resources/echoed-fields.ts";
import { keysetPage } from "../../platform/resources/keyset-page.ts";
import type { Services } from "../../platform/services.ts";
import {
  addVariable,
  changeVariable,
  listVariables,
  lockVariable,
  mapToDashboard,
  removeVariable,
  toVariable,
} from "./variable.store.ts";
import { correctVariable, listMovements, resetVariables } from "./variable-ledger.store.ts";

const pointMinutes = 5;

/** The mapped variables with their values since the start of the site's day. */
async function loadDashboard(db: ReadDb, now: Date, timeZone: string): Promise<Dashboard> {
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

type Stored = Omit<Handlers<typeof variableEndpoints>, "POST /variables/publish">;

/** The table of each kind of record that variables can depend on. In the EPLD scope, a sensor is a slot controller. */
const tableOf = {
  variable: () => "variables",
  camera: () => "cameras",
  sensor: (scope) => (scope === "epld" ? "slot_controllers" : "sensors"),
} as const satisfies Record<string, (scope: VariableScope) => GateKind>;

/** All endpoints of variables except publishing, which belongs to the integrations. */
export const variableRoutes = ({ clock, cursors }: Services): Stored => {
  const reset: Stored["PUT /variables/reset/{scope}"] = ({ params: { scope: target }, query, person, write }) =>
    write(async (tx) => {
      if (typeof target === "number") await toVariable(tx, target, query.scope);
      return { variables: await resetVariables(tx, target, { by: person.username, at: clock.now() }) };
    });

  return {
    "GET /variables": ({ query, read }) => listVariables(read, query.scope),
    "GET /variables/{id}": ({ params: { id }, read }) => toVariable(read, id),
    "POST /variables": ({ body, echoed, write }) =>
      write(async (tx) => {
        const created = await addVariable(tx, body);
        rejectChangedCopy(echoed, created);
        return created;
      }),
    "PUT /variables/{id}": ({ params, query, bodyFor, ifMatch, write }) =>
      write(async (tx) => {
        const before = await lockVariable(tx, params.id, { scope: query.scope, ifMatch });
        const { body, echoed } = bodyFor(before);
        const after = await changeVariable(tx, before, body);
        rejectChangedEchoes(echoed, before, after);
        return after;
      }),
    "DELETE /variables/{id}": ({ params, query, write }) =>
      write(async (tx) => {
        await removeVariable(tx, params.id, query.scope);
        return undefined;
      }),
    "GET /variables/dependency/{id}": async ({ params, query, person, read }) => {
      const table = tableOf[query.type](query.scope);
      const access = await loadGateAccess(read, person.gateIds);
      if (!access.may(table, params.id, "visible")) return [];
      const dependents = await listDependents(read, table, params.id);
      return dependents.filter(({ kind, id }) => access.may(kind as GateKind, id, "visible"));
    },
    "GET /variables/{id}/movements": async ({ params, query, read }) => {
      await toVariable(read, params.id);
      return keysetPage({
        cursors,
        cursor: query.cursor,
        limit: query.limit,
        of: `movements:${params.id}`,
        fetch: (place, limit) => listMovements(read, params.id, place, limit),
      });
    },
    "GET /variables/dashboard": async ({ person, read }) => {
      const dashboard = await loadDashboard(read, clock.now(), (await loadRequiredConfigs(read)).timeZone);
      const access = await loadGateAccess(read, person.gateIds);
      return { ...dashboard, gauges: dashboard.gauges.filter(({ id }) => access.may("variables", id, "visible")) };
    },
    "POST /variables/{id}/corrections": ({ params, body, person, write }) =>
      write(async (tx) => {
        await correctVariable(tx, params.id, body, { by: person.username, at: clock.now() });
        return toVariable(tx, params.id);
      }),
    "POST /variables/reset/{scope}": reset,
    "PUT /variables/reset/{scope}": reset,
    "POST /variables/{id}/dashboard-mapping": ({ params, body, ifMatch, write }) =>
      write((tx) => mapToDashboard(tx, params.id, body, ifMatch)),
    "POST /variables/{id}/remove-dashboard-mapping": ({ params, ifMatch, write }) =>
      write((tx) => mapToDashboard(tx, params.id, { displayName: null, maxValue: null }, ifMatch)),
  };
};
