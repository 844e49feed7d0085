import type { IngestSettings } from "@gatehouse/contract/entities/ingest";
import { toDeviceView } from "../devices/device-view.ts";
import type { SimulatedDevice } from "../devices/simulated-device.ts";
import { type ApiClient, type ServerLogin, signIn } from "../gatehouse/api-client.ts";
import type { GatehouseLink, IngestTarget } from "../gatehouse/gatehouse-link.ts";
import { manualCameras } from "../plan/device-plan.ts";
import { toCameraKey } from "./cameras.ts";
import { findRegisteredDevices, type RegisteredDevices } from "./devices.ts";
import { createScreenLinks } from "./screens.ts";
import { findRegisteredLoops, type RegisteredSensors } from "./sensors.ts";

interface ConnectedSite {
  readonly gatehouse: GatehouseLink;
  readonly devices: readonly SimulatedDevice[];
}

/** Signs in, sets the ingest address and secret of every registered device and sensor, and links the multimedia displays. */
export async function connectSite(site: ConnectedSite, login: ServerLogin): Promise<void> {
  await connectWithClient(site, await signIn(login));
}

/** Same as `connectSite`, with a client that is signed in already. */
export async function connectWithClient({ gatehouse, devices }: ConnectedSite, api: ApiClient): Promise<void> {
  const [registered, sensors] = await Promise.all([
    findRegisteredDevices(api, devices.map(toDeviceView)),
    findRegisteredLoops(api),
  ]);
  gatehouse.setTargets(api.serverUrl, await loadIngestTargets(api, registered, sensors));
  if (gatehouse.screens().length === 0) gatehouse.setScreens(await createScreenLinks(api));
}

async function loadIngestTargets(
  api: ApiClient,
  devices: RegisteredDevices,
  sensors: RegisteredSensors,
): Promise<ReadonlyMap<string, IngestTarget>> {
  const targets = new Map<string, IngestTarget>();
  const add = (name: string, { path, secret }: IngestSettings) =>
    targets.set(name, { url: `${api.serverUrl}${path}`, secret });
  for (const [name, { id }] of devices) add(name, await api.call("GET /ai-devices/{id}/ingest", { params: { id } }));
  for (const [key, port] of await listSinkPorts(api, devices)) {
    targets.set(key, { url: `http://${new URL(api.serverUrl).hostname}:${port}`, secret: null });
  }
  for (const [name, { id }] of sensors) add(name, await api.call("GET /sensors/{id}/ingest", { params: { id } }));
  return targets;
}

/** The ports that manually registered cameras push to, by device and uid: they have their own network connection. */
async function listSinkPorts(api: ApiClient, devices: RegisteredDevices): Promise<Map<string, number>> {
  const ports = new Map<string, number>();
  for (const { device, uid, label, scope } of manualCameras) {
    const aiDeviceId = devices.get(device)?.id;
    if (aiDeviceId === undefined) continue;
    const cameras = await api.call("GET /cameras/{module}", { params: { module: scope } });
    const camera = cameras.find((one) => one.aiDeviceId === aiDeviceId && one.name === label);
    if (camera?.sinkPort) ports.set(toCameraKey(device, uid), camera.sinkPort);
  }
  return ports;
}
