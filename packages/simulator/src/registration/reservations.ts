import type { SiteApi } from "../gatehouse/api-client.ts";
import { visitors } from "../plan/vehicle-plan.ts";

const keyName = "Visitors’ booking (simulated)";
const hourMs = 3_600_000;

/** Books the visitors as another system does, with a key of its own; a key from an earlier start is revoked. */
export async function sendReservations(api: SiteApi, now: Date): Promise<void> {
  const keys = await api.call("GET /integration-keys", {});
  for (const { id } of keys.filter(({ name, revokedAt }) => name === keyName && revokedAt === null)) {
    await api.call("DELETE /integration-keys/{id}", { params: { id } });
  }
  const { key } = await api.call("POST /integration-keys", { body: { name: keyName, purpose: "integration" } });
  const at = (hours: number) => new Date(now.getTime() + hours * hourMs).toISOString();
  const reservations = visitors.map(({ plate, owner }, index) => ({
    externalId: `visit-${index + 1}`,
    lp: plate,
    // The last two come on another day, so that there is someone to turn away.
    validFrom: at(index < visitors.length - 2 ? -2 : 72),
    validTo: at(index < visitors.length - 2 ? 14 * 24 : 80),
    gracePeriodEarliestEntry: at(index < visitors.length - 2 ? -3 : 71),
    driverFirstName: owner.split(" ")[0] ?? owner,
    driverLastName: owner.split(" ")[1] ?? "",
    parkingAreaId: "Visitors",
    shouldAllowMultipleUsage: index % 2 === 0,
  }));
  await api.as(key).call("PUT /integrations/reservations", { body: { reservations } });
}
