import { ControlError } from "./control/control-fields.ts";
import { createControlServer } from "./control/control-server.ts";
import { createBayOccupancy } from "./devices/parking-bays.ts";
import { startDevice } from "./devices/simulated-device.ts";
import { startExternalSystems } from "./external/external-systems.ts";
import { createGatehouseLink } from "./gatehouse/gatehouse-link.ts";
import { startRelayBoard } from "./hardware/relay-board.ts";
import { startReader } from "./hardware/simulated-reader.ts";
import { startSign } from "./hardware/start-sign.ts";
import { type FindView, startMediaServer } from "./media/media-server.ts";
import { listenOnLoopback } from "./network/loopback.ts";
import { type DevicePlan, devicePlans, readerPlans } from "./plan/device-plan.ts";
import { boardPlans, signPlans } from "./plan/hardware-plan.ts";
import { createFindView } from "./site/camera-views.ts";
import type { Site } from "./site/site.ts";
import { createSiteActivity } from "./site/site-activity.ts";

/**
 * Ports of a site: `first` is the control's, then devices, external systems, relay boards, signs, readers and the media
 * server.
 */
export interface SitePorts {
  readonly first: number;
}

/** Below the ephemeral port range. */
export const defaultPorts: SitePorts = { first: 18_080 };

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
