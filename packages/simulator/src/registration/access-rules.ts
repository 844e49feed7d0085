import { assertFound } from "@gatehouse/contract/assert-found";
import { findIn } from "@gatehouse/contract/collections";
import { firstRuleName } from "@gatehouse/contract/entities/access/rule";
import { type ApiClient, findOrCreate } from "../gatehouse/api-client.ts";
import { type GroupName, groupNames, listHolidays, rulePlans, schedulePlans } from "../plan/access-plan.ts";
import type { RegisteredAreas } from "./access-areas.ts";
import type { RegisteredGates } from "./gates.ts";

/** Ids of the registered groups by name. */
export type RegisteredGroups = ReadonlyMap<GroupName, number>;

/** What the rules refer to. */
export interface RuleParts {
  readonly areas: RegisteredAreas;
  readonly gates: RegisteredGates;
  readonly groups: RegisteredGroups;
}

export async function registerGroups(api: ApiClient): Promise<RegisteredGroups> {
  const existing = await api.call("GET /access/groups", {});
  const registered = new Map<GroupName, number>();
  for (const name of groupNames) {
    const { id } = await findOrCreate(
      existing,
      (group) => group.name === name,
      () => api.call("POST /access/groups", { body: { name } }),
    );
    registered.set(name, id);
  }
  return registered;
}

/** Registers the schedules and rules, and removes the rule that Gatehouse adds to the first one. */
export async function registerRules(api: ApiClient, { areas, gates, groups }: RuleParts, now: Date): Promise<void> {
  const schedules = await registerSchedules(api, now);
  const existing = await api.call("GET /access/rules", {});
  for (const { group, gates: names, area, schedule, ...plan } of rulePlans) {
    const body = {
      ...plan,
      groupId: group && (groups.get(group) ?? null),
      gateIds: names.map((name) => assertFound(gates.get(name), `no gate ${name}`).id),
      areaId: findIn(areas, area) ?? null,
      scheduleId: findIn(schedules, schedule) ?? null,
    };
    await findOrCreate(
      existing,
      ({ name }) => name === plan.name,
      () => api.call("POST /access/rules", { body }),
    );
  }
  const rules = await api.call("GET /access/rules", {});
  for (const { id } of rules.filter((rule) => rule.name === firstRuleName))
    await api.call("DELETE /access/rules/{id}", { params: { id } });
}

async function registerSchedules(api: ApiClient, now: Date): Promise<ReadonlyMap<string, number>> {
  const existing = await api.call("GET /access/schedules", {});
  const holidays = listHolidays(now).map((date) => ({ date, windows: [] }));
  const registered = new Map<string, number>();
  for (const [key, { name, windows, isClosedOnHolidays }] of Object.entries(schedulePlans)) {
    const body = { name, windows: [...windows], exceptions: isClosedOnHolidays ? holidays : [] };
    const { id } = await findOrCreate(
      existing,
      (schedule) => schedule.name === name,
      () => api.call("POST /access/schedules", { body }),
    );
    registered.set(key, id);
  }
  return registered;
}
