import type { SimulatedDevice } from "./device.ts";
import type { Gatehouse } from "./gatehouse.ts";
import { listedDevice } from "./listed-device.ts";
import { knownDevices } from "./registration/devices.ts";
import { readTargets } from "./registration/ingest.ts";
import { knownSensors } from "./registration/sensors.ts";
import { type Registrar, type SiteApi, signIn } from "./site-api.ts";

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
