import { findIn } from "@gatehouse/contract/collections";
import { type ApiClient, findOrCreate } from "../gatehouse/api-client.ts";
import { areaPlans } from "../plan/access-plan.ts";
import type { RegisteredVariables } from "./variables.ts";

/** Ids of the registered areas by their name in the plan. */
export type RegisteredAreas = ReadonlyMap<string, number>;

/** Registers the areas, outer ones first. */
export async function registerAreas(api: ApiClient): Promise<RegisteredAreas> {
  const existing = await api.call("GET /access/areas", {});
  const registered = new Map<string, number>();
  for (const { name, label, parent, capacity } of areaPlans) {
    const parentId = findIn(registered, parent) ?? null;
    const { id } = await findOrCreate(
      existing,
      (area) => area.name === label,
      () => api.call("POST /access/areas", { body: { name: label, parentId, capacity } }),
    );
    registered.set(name, id);
  }
  return registered;
}

/** The gates count the vehicles of the site, and the cameras on the ramp check them. */
export async function registerAreaCounts(
  api: ApiClient,
  areas: RegisteredAreas,
  variables: RegisteredVariables,
): Promise<void> {
  const id = areas.get("site");
  const camerasVariableId = variables.get("cc/Cars inside")?.id;
  const counted = (await api.call("GET /overview/areas", {})).find((area) => area.id === id);
  if (id === undefined || camerasVariableId === undefined || counted?.camerasVariableId !== null) return;
  const sources = { loopsVariableId: null, camerasVariableId, slotsVariableId: null };
  await api.call("PUT /overview/areas/{id}", { params: { id }, body: { leading: "gates", ...sources } });
}
