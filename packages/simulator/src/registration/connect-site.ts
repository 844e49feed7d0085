import type { IngestSettings } from "@gatehouse/contract/entities/ingest/ingest.endpoints";
import { listedDevice } from "../devices/device-view.ts";
import type { SimulatedDevice } from "../devices/simulated-device.ts";
import { type Registrar, type SiteApi, signIn } from "../gatehouse/api-client.ts";
import type { Gatehouse, IngestTarget } from "../gatehouse/gatehouse-link.ts";
import type { RegisteredDevices } from "./devices.ts";
import { knownDevices } from "./devices.ts";
import type { Sensors } from "./sensors.ts";
import { knownSensors } from "./sensors.ts";

/** What of the site has to know its Gatehouse. */
interface Speakers {
  readonly gatehouse: Gatehouse;
  readonly devices: readonly SimulatedDevice[];
}

/** Finds the site's devices and sensors in a Gatehouse and tells each where to send to, and by which secret. */
export async function connectTo(speakers: Speakers, registrar: Registrar): Promise<void> {
  await aimAt(speakers, await signIn(registrar));
}

/** The same for someone who has signed in already. */
export async function aimAt({ gatehouse, devices }: Speakers, api: SiteApi): Promise<void> {
  const [registered, sensors] = await Promise.all([knownDevices(api, devices.map(listedDevice)), knownSensors(api)]);
  gatehouse.aim(api.serverUrl, await readTargets(api, registered, sensors));
}

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
