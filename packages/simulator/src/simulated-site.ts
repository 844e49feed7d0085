import { ControlFault } from "./control/control-fields.ts";
import { controlServer } from "./control/control-server.ts";
import { emptyBays } from "./devices/parking-bays.ts";
import { startDevice } from "./devices/simulated-device.ts";
import { type OutsideSystems, startOutside } from "./external/external-systems.ts";
import { openGatehouse } from "./gatehouse/gatehouse-link.ts";
import { startRelayBoard } from "./hardware/relay-board.ts";
import { startTextSign } from "./hardware/text-sign.ts";
import { listenOnLoopback } from "./network/loopback.ts";
import { type DevicePlan, sitePlan } from "./plan/device-plan.ts";
import { boardPlans, signPlans } from "./plan/hardware-plan.ts";
import type { PlayedSite } from "./site/site.ts";
import { openLife } from "./site/site-activity.ts";

/**
 * Ports of a simulated site: the control's, then one after the other for the devices, one for what lies outside, then
 * for the relay boards and the signs.
 */
export interface SitePorts {
  readonly first: number;
}

/** Below the range from which systems hand out ports by themselves. */
export const usualPorts: SitePorts = { first: 18_080 };

/** Devices that answer on this machine, and the control that plays them. */
export interface SimulatedSite extends PlayedSite {
  readonly controlUrl: string;
  close(): Promise<void>;
}

interface SiteOptions {
  ports?: SitePorts;
  plan?: readonly DevicePlan[];
  /** How much longer everything takes that cars and worlds wait for; tests make it short. */
  pace?: number;
}

/** Starts the devices of a site and their control. */
export async function startSimulatedSite({
  ports = usualPorts,
  plan = sitePlan,
  pace = 1,
}: SiteOptions = {}): Promise<SimulatedSite> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    await Promise.all(closers.map((closer) => closer()));
  };
  let nextPort = ports.first;
  const takePort = () => {
    if (ports.first === 0) return 0;
    nextPort += 1;
    return nextPort;
  };
  async function startAll<Plan, Started extends { close(): Promise<void> }>(
    plans: readonly Plan[],
    start: (plan: Plan, port: number) => Promise<Started>,
  ): Promise<Started[]> {
    const started: Started[] = [];
    for (const one of plans) {
      const running = await start(one, takePort());
      closers.push(running.close);
      started.push(running);
    }
    return started;
  }

  try {
    const parked = emptyBays();
    const gatehouse = openGatehouse();
    const devices = await startAll(plan, (one, port) => startDevice(one, port, parked));
    const [outside] = (await startAll([null], (_, port) => startOutside(port))) as [OutsideSystems];
    const boards = await startAll(boardPlans, startRelayBoard);
    const signs = await startAll(signPlans, startTextSign);
    const board = (name: string) => named(boards, name, "board");
    const sign = (name: string) => named(signs, name, "sign");
    const life = openLife({ gatehouse, devices, board, parked, pace });
    closers.push(life.stop);
    const site: PlayedSite = {
      devices,
      boards,
      signs,
      outside,
      gatehouse,
      parked,
      ...life,
      device: (name) => named(devices, name, "device"),
      board,
      sign,
      plugged: (name) => named([...boards, ...signs], name, "board or sign"),
    };
    const control = await listenOnLoopback(controlServer(site), ports.first);
    closers.push(control.close);
    return { ...site, controlUrl: `http://127.0.0.1:${control.port}`, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function named<T extends { readonly plan: { readonly name: string } }>(
  list: readonly T[],
  name: string,
  what: string,
): T {
  const found = list.find(({ plan }) => plan.name === name);
  if (!found) throw new ControlFault(404, `The simulated site has no ${what} ${name}.`);
  return found;
}
