import type { IngestSettings } from "@gatehouse/contract/entities/ingest/ingest.endpoints";
import type { IngestTarget } from "../gatehouse.ts";
import type { SiteApi } from "../site-api.ts";
import type { RegisteredDevices } from "./devices.ts";
import type { Sensors } from "./sensors.ts";

/** Where each device and sensor sends what it sees, and the secret that proves who it is. */
export async function readTargets(
  api: SiteApi,
  devices: RegisteredDevices,
  sensors: Sensors,
): Promise<ReadonlyMap<string, IngestTarget>> {
  const targets = new Map<string, IngestTarget>();
  const aim = (name: string, { path, secret }: IngestSettings) =>
    targets.set(name, { url: `${api.serverUrl}${path}`, secret });
  for (const [name, { id }] of devices) aim(name, await api.call("GET /ai-devices/{id}/ingest", { params: { id } }));
  for (const [name, { id }] of sensors) aim(name, await api.call("GET /sensors/{id}/ingest", { params: { id } }));
  return targets;
}
