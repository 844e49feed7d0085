import { toDeviceView } from "../devices/device-view.ts";
import type { SimulatedDevice } from "../devices/simulated-device.ts";
import type { ExternalSystems } from "../external/external-systems.ts";
import { toExternalSystemsView } from "../external/external-systems-view.ts";
import type { ApiClient } from "../gatehouse/api-client.ts";
import { toBoardView, toSignView } from "../hardware/hardware-views.ts";
import type { RelayBoard } from "../hardware/relay-board.ts";
import type { SimulatedSign } from "../hardware/sign.ts";
import type { SimulatedReader } from "../hardware/simulated-reader.ts";
import type { MediaServer } from "../media/media-server.ts";
import { registerAreaCounts, registerAreas } from "./access-areas.ts";
import { registerGroups, registerRules } from "./access-rules.ts";
import { registerActuators } from "./actuators.ts";
import { registerCameras, registerSlotControllers } from "./cameras.ts";
import { registerDevices } from "./devices.ts";
import { configureExternalSystems } from "./external-systems.ts";
import { registerGates } from "./gates.ts";
import { registerIdentifiers } from "./identifiers.ts";
import { registerLanes } from "./lanes.ts";
import { registerListsAndPasses } from "./lists-and-passes.ts";
import { registerReservations } from "./reservations.ts";
import { registerScreens } from "./screens.ts";
import { registerSensors } from "./sensors.ts";
import { registerSigns } from "./signs.ts";
import { configureSite } from "./site-settings.ts";
import { registerTariffs } from "./tariffs.ts";
import { registerVariables } from "./variables.ts";

interface RegistrableSite {
  readonly devices: readonly SimulatedDevice[];
  readonly boards: readonly RelayBoard[];
  readonly signs: readonly SimulatedSign[];
  readonly readers: readonly SimulatedReader[];
  readonly external: ExternalSystems;
  readonly media: MediaServer;
}

/**
 * Registers the whole site through the API: devices, cameras, hardware, gates, variables, access rules, identifiers and
 * reservations.
 * Existing records are kept, so an interrupted registration can be repeated.
 */
export async function registerSite(api: ApiClient, site: RegistrableSite, now: Date): Promise<void> {
  const devices = site.devices.map(toDeviceView);
  const registered = await registerDevices(api, devices);
  const cameras = await registerCameras(api, { devices, media: site.media }, registered);
  const controllers = await registerSlotControllers(api, registered);
  const boards = site.boards.map(toBoardView);
  const sensors = await registerSensors(api, site.readers, boards);
  const variables = await registerVariables(api, cameras, controllers);
  const actuators = await registerActuators(api, boards, variables);
  const signs = await registerSigns(api, site.signs.map(toSignView), variables);
  await registerScreens(api, variables);
  const areas = await registerAreas(api);
  await registerAreaCounts(api, areas, variables);
  const gates = await registerGates(api, { cameras, sensors, actuators, signs, areas });
  await registerLanes(api, cameras);
  await registerTariffs(api, now);
  const groups = await registerGroups(api);
  await registerRules(api, { areas, gates, groups }, now);
  await registerListsAndPasses(api, gates, now);
  await registerIdentifiers(api, now);
  await registerReservations(api, now);
  await configureExternalSystems(api, toExternalSystemsView(site.external));
  await configureSite(api);
}
