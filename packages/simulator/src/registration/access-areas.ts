import { type ApiClient, findOrCreate } from "../gatehouse/api-client.ts";
import { areaPlans } from "../plan/access-plan.ts";

/** Ids of the registered areas by their name in the plan. */
export type RegisteredAreas = ReadonlyMap<string, number>;

/** Registers the areas, outer ones first. */
export async function registerAreas(api: ApiClient): Promise<RegisteredAreas> {
  const existing = await api.call("GET /access/areas", {});
  const registered = new Map<string, number>();
  for (const { name, label, parent, capacity } of areaPlans) {
    const parentId = registered.get(parent ?? "") ?? null;
    const { id } = await findOrCreate(
      existing,
      (area) => area.name === label,
      () => api.call("POST /access/areas", { body: { name: label, parentId, capacity } }),
    );
    registered.set(name, id);
  }
  return registered;
}
