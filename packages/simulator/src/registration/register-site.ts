import { setTimeout as sleep } from "node:timers/promises";
import { listedDevice } from "../devices/device-view.ts";
import type { SimulatedDevice } from "../devices/simulated-device.ts";
import type { OutsideSystems } from "../external/external-systems.ts";
import { listedOutside } from "../external/external-systems-view.ts";
import type { SiteApi } from "../gatehouse/api-client.ts";
import { listedBoard, listedSign } from "../hardware/hardware-views.ts";
import type { RelayBoard } from "../hardware/relay-board.ts";
import type { TextSign } from "../hardware/text-sign.ts";
import { enterActuators } from "./actuators.ts";
import { enterSlotControllers, saveCameras } from "./cameras.ts";
import { registerDevices } from "./devices.ts";
import { setUpOutside } from "./external-systems.ts";
import { enterGates } from "./gates.ts";
import { uploadIdentifiers } from "./identifiers.ts";
import { enterLanes } from "./lanes.ts";
import { sendReservations } from "./reservations.ts";
import { enterSensors } from "./sensors.ts";
import { enterSigns } from "./signs.ts";
import { enterVariables } from "./variables.ts";

/** What there is to register. */
interface Registrable {
  readonly devices: readonly SimulatedDevice[];
  readonly boards: readonly RelayBoard[];
  readonly signs: readonly TextSign[];
  readonly outside: OutsideSystems;
}

/**
 * Sets the whole site up as an administrator would, through the API: devices, cameras, hardware, gates, variables,
 * identifiers and reservations. What is there already stays, so that a set-up that was cut short can be done again.
 */
export async function registerSite(api: SiteApi, site: Registrable, now: Date): Promise<void> {
  const devices = site.devices.map(listedDevice);
  const registered = await registerDevices(api, devices);
  const cameras = await saveCameras(api, devices, registered);
  const controllers = await enterSlotControllers(api, registered);
  const sensors = await enterSensors(api);
  const variables = await enterVariables(api, cameras, controllers);
  const actuators = await enterActuators(api, site.boards.map(listedBoard), variables);
  const signs = await enterSigns(api, site.signs.map(listedSign), variables);
  await enterGates(api, { cameras, sensors, actuators, signs });
  await enterLanes(api, cameras);
  await uploadIdentifiers(api, now);
  await sendReservations(api, now);
  await setUpOutside(api, listedOutside(site.outside));
}

const patienceMs = 120_000;
const pauseMs = 200;

/** Waits until a server says that it is ready; false when it does not in good time, or when it is no longer wanted. */
export async function untilReady(serverUrl: string, signal: AbortSignal): Promise<boolean> {
  const until = performance.now() + patienceMs;
  while (!signal.aborted && performance.now() < until) {
    const isReady = await fetch(`${serverUrl}/healthz`, { signal }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return true;
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
  }
  return false;
}
