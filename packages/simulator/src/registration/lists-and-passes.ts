import { type ApiClient, findOrCreate } from "../gatehouse/api-client.ts";
import { deniedVehicle, passHolder, watchedVehicle } from "../plan/vehicle-plan.ts";
import type { RegisteredGates } from "./gates.ts";

const dayMs = 86_400_000;
const plate = "LICENSE_PLATE" as const;

const entries = [
  { kind: "deny", type: plate, iid: deniedVehicle.plate, reason: "Tailgated through the main entry twice" },
  { kind: "watch", type: plate, iid: watchedVehicle.plate, reason: "Left without paying for damage" },
] as const;

/** Registers an entry of each list, and a visitor’s pass that has been valid for a month. */
export async function registerListsAndPasses(api: ApiClient, gates: RegisteredGates, now: Date): Promise<void> {
  const listed = await api.call("GET /access/lists", {});
  for (const body of entries)
    await findOrCreate(
      listed,
      ({ kind, iid }) => kind === body.kind && iid === body.iid,
      () => api.call("POST /access/lists", { body }),
    );
  const daysFromNow = (days: number) => new Date(now.getTime() + days * dayMs).toISOString();
  const pass = {
    lp: passHolder.plate,
    name: passHolder.owner,
    host: "Lakeview Clinic",
    validFrom: daysFromNow(-35),
    validTo: daysFromNow(60),
    uses: 60,
    gateIds: ["main-entry", "visitors-entry", "main-exit", "service-gate"].flatMap((name) => gates.get(name)?.id ?? []),
  };
  await findOrCreate(
    await api.call("GET /access/passes", {}),
    ({ lp }) => lp === pass.lp,
    () => api.call("POST /access/passes", { body: pass }),
  );
}
