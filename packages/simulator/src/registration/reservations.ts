import type { ApiClient } from "../gatehouse/api-client.ts";
import { visitors } from "../plan/vehicle-plan.ts";

const keyName = "Visitors’ booking (simulated)";
const hourMs = 3_600_000;

/** Sends the visitors' reservations with a new integration key; the key of an earlier start is revoked. */
export async function registerReservations(api: ApiClient, now: Date): Promise<void> {
  const keys = await api.call("GET /integration-keys", {});
  for (const { id } of keys.filter(({ name, revokedAt }) => name === keyName && revokedAt === null)) {
    await api.call("DELETE /integration-keys/{id}", { params: { id } });
  }
  const { key } = await api.call("POST /integration-keys", { body: { name: keyName, purpose: "integration" } });
  const hoursFromNow = (hours: number) => new Date(now.getTime() + hours * hourMs).toISOString();
  const reservations = visitors.map(({ plate, owner }, index) => ({
    externalId: `visit-${index + 1}`,
    lp: plate,
    // The last two are valid on another day, so some visitors are turned away.
    validFrom: hoursFromNow(index < visitors.length - 2 ? -2 : 72),
    validTo: hoursFromNow(index < visitors.length - 2 ? 14 * 24 : 80),
    gracePeriodEarliestEntry: hoursFromNow(index < visitors.length - 2 ? -3 : 71),
    driverFirstName: owner.split(" ")[0] ?? owner,
    driverLastName: owner.split(" ")[1] ?? "",
    parkingAreaId: "Visitors",
    shouldAllowMultipleUsage: index % 2 === 0,
  }));
  await api.withKey(key).call("PUT /integrations/reservations", { body: { reservations } });
}
