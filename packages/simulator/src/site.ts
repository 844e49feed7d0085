import { controlServer } from "./control.ts";
import { type SimulatedDevice, startDevice } from "./device.ts";
import { type DevicePlan, sitePlan } from "./device-plan.ts";
import { listenOnLoopback } from "./loopback.ts";
import { type OutsideSystems, startOutside } from "./outside.ts";

/** Ports of a simulated site: the control's, then one after the other for the devices and one for what lies outside. */
export interface SitePorts {
  readonly first: number;
}

/** Below the range from which systems hand out ports by themselves. */
export const usualPorts: SitePorts = { first: 18_080 };

/** Devices that answer on this machine, and the control that plays them. */
export interface SimulatedSite {
  readonly controlUrl: string;
  readonly devices: readonly SimulatedDevice[];
  readonly outside: OutsideSystems;
  device(name: string): SimulatedDevice;
  close(): Promise<void>;
}

/** Starts the devices of a site and their control. */
export async function startSimulatedSite({
  ports = usualPorts,
  plan = sitePlan,
}: {
  ports?: SitePorts;
  plan?: readonly DevicePlan[];
} = {}): Promise<SimulatedSite> {
  const devices: SimulatedDevice[] = [];
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    await Promise.all(closers.map((closer) => closer()));
  };
  try {
    for (const [index, one] of plan.entries()) {
      const device = await startDevice(one, ports.first === 0 ? 0 : ports.first + 1 + index);
      devices.push(device);
      closers.push(device.close);
    }
    const outside = await startOutside(ports.first === 0 ? 0 : ports.first + 1 + plan.length);
    closers.push(outside.close);
    const control = await listenOnLoopback(controlServer(devices, outside), ports.first);
    closers.push(control.close);
    const controlUrl = `http://127.0.0.1:${control.port}`;
    return { controlUrl, devices, outside, device: (name) => named(devices, name), close };
  } catch (error) {
    await close();
    throw error;
  }
}

function named(devices: readonly SimulatedDevice[], name: string): SimulatedDevice {
  const device = devices.find(({ plan }) => plan.name === name);
  if (!device) throw new Error(`The simulated site has no device ${name}`);
  return device;
}
