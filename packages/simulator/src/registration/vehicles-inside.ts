import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import type { ApiClient } from "../gatehouse/api-client.ts";
import { type Vehicle, vehicles } from "../plan/vehicle-plan.ts";

/** Loads the vehicles of the site that Gatehouse knows to be inside. */
export async function loadInside(api: ApiClient): Promise<Vehicle[]> {
  const present = new Set((await api.call("GET /access/presence", {})).map(({ vehicle }) => vehicle));
  return vehicles.filter(({ plate }) => present.has(normalizeIdentifier(plate)));
}
