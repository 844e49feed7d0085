import type { VariableScope } from "@gatehouse/contract/entities/variable";
import type { variableEndpoints } from "@gatehouse/contract/entities/variable.endpoints";
import type { GateKind } from "@gatehouse/contract/gate-scope";
import { loadRequiredConfigs } from "../../house/required-config.store.ts";
import type { Handlers } from "../../platform/http/call.ts";
import { loadGateAccess } from "../../platform/http/gate-access.ts";
import { listDependents } from "../../platform/resources/dependents.ts";
import { refuseChangedCopy, refuseChangedEchoes } from "../../platform/resources/echoed-fields.ts";
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
import { loadDashboard } from "./variable-dashboard.store.ts";
import { correctVariable, listMovements, resetVariables } from "./variable-ledger.store.ts";

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
    "POST /variables": ({ body, echoed, write }) =>
      write(async (tx) => {
        const created = await addVariable(tx, body);
        refuseChangedCopy(echoed, created);
        return created;
      }),
    "PUT /variables/{id}": ({ params, query, bodyFor, ifMatch, write }) =>
      write(async (tx) => {
        const before = await lockVariable(tx, params.id, { scope: query.scope, ifMatch });
        const { body, echoed } = bodyFor(before);
        const after = await changeVariable(tx, before, body);
        refuseChangedEchoes(echoed, before, after);
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
