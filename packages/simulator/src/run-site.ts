import { existsSync, writeFileSync } from "node:fs";
import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import { ControlError } from "./control/control-fields.ts";
import { createControlServer } from "./control/control-server.ts";
import { createBayOccupancy } from "./devices/parking-bays.ts";
import { type SimulatedDevice, startDevice } from "./devices/simulated-device.ts";
import { startExternalSystems } from "./external/external-systems.ts";
import { type ApiClient, signIn, waitUntilReady } from "./gatehouse/api-client.ts";
import { createGatehouseLink } from "./gatehouse/gatehouse-link.ts";
import { startRelayBoard } from "./hardware/relay-board.ts";
import { startReader } from "./hardware/simulated-reader.ts";
import { startSign } from "./hardware/start-sign.ts";
import { type FindView, startMediaServer } from "./media/media-server.ts";
import { listenOnLoopback } from "./network/loopback.ts";
import { type DevicePlan, devicePlans, manualCameras, readerPlans } from "./plan/device-plan.ts";
import { gatePlans } from "./plan/gate-plan.ts";
import { boardPlans, signPlans } from "./plan/hardware-plan.ts";
import { type Vehicle, vehicles } from "./plan/vehicle-plan.ts";
import { connectWithClient } from "./registration/connect-site.ts";
import { registerSite } from "./registration/register-site.ts";
import { scenarioNames } from "./scenarios/registry.ts";
import type { Site } from "./site/site.ts";
import { createSiteActivity } from "./site/site-activity.ts";
import type { Traffic } from "./traffic/traffic.ts";

/**
 * Ports of a site: `first` is the control's, then devices, external systems, relay boards, signs, readers and the media
 * server.
 */
interface SitePorts {
  readonly first: number;
}

/** Below the ephemeral port range. */
const defaultPorts: SitePorts = { first: 18_080 };

/** A running site and its control. */
export interface SimulatedSite extends Site {
  readonly controlUrl: string;
  close(): Promise<void>;
}

interface SiteOptions {
  ports?: SitePorts;
  plan?: readonly DevicePlan[];
  /** Factor for every time that cars and scenarios wait; tests use a small one. */
  timeScale?: number;
  /** Slows the database of the server that the site pushes to. */
  setDatabaseSlow?: (isSlow: boolean) => Promise<void>;
}

/** Starts a site with its hardware and its control; port 0 picks free ports. */
export async function startSimulatedSite({
  ports = defaultPorts,
  plan = devicePlans,
  timeScale = 1,
  setDatabaseSlow = async () => {},
}: SiteOptions = {}): Promise<SimulatedSite> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    await Promise.all(closers.map((closer) => closer()));
  };
  let lastPort = ports.first;
  const takePort = () => {
    if (ports.first === 0) return 0;
    lastPort += 1;
    return lastPort;
  };
  async function start<Started extends { close(): Promise<void> }>(
    startPart: (port: number) => Promise<Started>,
  ): Promise<Started> {
    const started = await startPart(takePort());
    closers.push(started.close);
    return started;
  }
  async function startAll<Plan, Started extends { close(): Promise<void> }>(
    plans: readonly Plan[],
    startPart: (plan: Plan, port: number) => Promise<Started>,
  ): Promise<Started[]> {
    const started: Started[] = [];
    for (const partPlan of plans) started.push(await start((port) => startPart(partPlan, port)));
    return started;
  }

  // Cameras see nothing until there is traffic.
  let findView: FindView = () => undefined;
  try {
    const occupancy = createBayOccupancy();
    const gatehouse = createGatehouseLink();
    const devices = await startAll(plan, (devicePlan, port) => startDevice(devicePlan, port, occupancy));
    const external = await start(startExternalSystems);
    const boards = await startAll(boardPlans, startRelayBoard);
    const signs = await startAll(signPlans, startSign);
    const readers = await startAll(readerPlans, startReader);
    const media = await start((port) => startMediaServer(port, (source) => findView(source)));
    const board = (name: string) => findPart(boards, name, "board");
    const activity = createSiteActivity({
      gatehouse,
      external,
      devices,
      readers,
      board,
      occupancy,
      timeScale,
      setDatabaseSlow,
    });
    closers.push(activity.stop);
    findView = createFindView(devices, activity.traffic);
    const site: Site = {
      devices,
      boards,
      signs,
      readers,
      external,
      media,
      gatehouse,
      occupancy,
      ...activity,
      device: (name) => findPart(devices, name, "device"),
      board,
      sign: (name) => findPart(signs, name, "sign"),
      hardware: (name) => findPart([...boards, ...signs, ...readers], name, "board, sign or reader"),
    };
    const control = await listenOnLoopback(createControlServer(site), ports.first);
    closers.push(control.close);
    return { ...site, controlUrl: `http://127.0.0.1:${control.port}`, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function findPart<T extends { readonly plan: { readonly name: string } }>(
  parts: readonly T[],
  name: string,
  kind: string,
): T {
  const found = parts.find(({ plan }) => plan.name === name);
  if (!found) throw new ControlError(404, `The simulated site has no ${kind} ${name}.`);
  return found;
}

/** What the demo adds to the site. */
export interface SiteAdditions {
  /** Called when the site starts to register its devices, gates and rules. */
  beforeRegistration?: () => void;
  /** Called when it can't go on. */
  onProblem?: (message: string) => void;
  /** Called when the site is registered, before its first car. */
  beforeTraffic?: () => Promise<void>;
  setDatabaseSlow?: (isSlow: boolean) => Promise<void>;
}

/** Runs the site until a signal ends it, with the settings in environment variables. */
export async function runSite(env: NodeJS.ProcessEnv, additions: SiteAdditions = {}): Promise<void> {
  const { setDatabaseSlow } = additions;
  const options = setDatabaseSlow ? { setDatabaseSlow } : {};
  const stopping = new AbortController();
  try {
    const site = await startSimulatedSite({ ports: { first: parsePort(env.SIMULATOR_PORT) }, ...options });
    const stop = async () => {
      stopping.abort();
      await site.close();
      process.exit(0);
    };
    // npm delivers Ctrl-C twice; the second one finds everything closed.
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop());
    console.log(`Simulated site: control it at ${site.controlUrl}`);
    if (env.REGISTER_AT) await joinServer(site, env, stopping.signal, additions);
  } catch (error) {
    console.error(`The simulated site failed to start: ${(error as Error).message}`);
    process.exit(1);
  }
}

function parsePort(text: string | undefined): number {
  if (!text) return defaultPorts.first;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_000) return Number(text);
  throw new Error(`SIMULATOR_PORT must be a whole number from 0 to 65000, not "${text}".`);
}

/**
 * Registers the site in Gatehouse, connects its devices and starts the scenario. The file REGISTER_ONCE marks a site as
 * registered, so what a person deletes later is not created again.
 */
async function joinServer(
  site: SimulatedSite,
  { REGISTER_AT: serverUrl = "", REGISTER_PASSWORD = "", REGISTER_ONCE, SCENARIO }: NodeJS.ProcessEnv,
  stopping: AbortSignal,
  { beforeRegistration, beforeTraffic, onProblem }: SiteAdditions,
): Promise<void> {
  if (!(await waitUntilReady(serverUrl, stopping))) return;
  try {
    const api = await signIn({ serverUrl, username: "admin", password: REGISTER_PASSWORD });
    if (!REGISTER_ONCE || !existsSync(REGISTER_ONCE)) {
      beforeRegistration?.();
      await registerSite(api, site, new Date());
      if (REGISTER_ONCE) {
        const note = "The simulated site is registered; delete this file to repeat it.\n";
        writeFileSync(REGISTER_ONCE, note, { mode: 0o600 });
      }
    }
    await beforeTraffic?.();
    await connectWithClient(site, api);
    for (const { label, url } of site.gatehouse.screens()) console.log(`Multimedia display "${label}": ${url}`);
    // Cars that entered before the last stop are still inside.
    site.populate(await loadInside(api));
    await site.reportSlots();
    const scenario = scenarioNames.find((name) => name === SCENARIO);
    if (scenario) await site.scenarioRunner.start(scenario);
  } catch (error) {
    if (stopping.aborted) return;
    const message = `The simulated site could not be registered: ${(error as Error).message}`;
    site.gatehouse.reportProblem(message);
    onProblem?.(message);
    console.error(message);
  }
}

/** Loads the vehicles of the site that Gatehouse knows to be inside. */
async function loadInside(api: ApiClient): Promise<Vehicle[]> {
  const present = new Set((await api.call("GET /access/presence", {})).map(({ vehicle }) => vehicle));
  return vehicles.filter(({ plate }) => present.has(normalizeIdentifier(plate)));
}

/** Finds what a camera sees by its name at the media server, `main-gate/1`: the car at its gate. */
function createFindView(devices: readonly SimulatedDevice[], traffic: Pick<Traffic, "carAt">): FindView {
  return (source) => {
    const [deviceName = "", id = ""] = source.split("/");
    const reported = devices.find(({ plan }) => plan.name === deviceName)?.cameras.find((camera) => camera.id === id);
    const manual = manualCameras.find((camera) => camera.device === deviceName && camera.uid === id);
    const name = reported?.name ?? manual?.label;
    if (name === undefined) return undefined;
    const gate = gatePlans.find(({ camera }) => camera.device === deviceName && camera.id === id);
    return { name, plate: (gate && traffic.carAt(gate.name)?.plate) ?? null };
  };
}
