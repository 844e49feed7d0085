import type { DevicePlan } from "../plan/device-plan.ts";
import type { SimulatedDevice } from "./simulated-device.ts";

/** A device as the control lists it, with all that is needed to register it. */
export interface ListedDevice {
  name: string;
  vendor: DevicePlan["vendor"];
  label: string;
  scope: DevicePlan["scope"];
  ip: string;
  apiPort: number;
  apiBasepath: string;
  dashboardPort?: number;
  username?: string;
  password?: string;
  manner: string;
  cameras: { id: string; name: string; slots: { id: string; name: string }[] }[];
}

/** What the control says of a device. */
export function listedDevice(device: SimulatedDevice): ListedDevice {
  const { plan, port, cameras } = device;
  return {
    name: plan.name,
    vendor: plan.vendor,
    label: plan.label,
    scope: plan.scope,
    ip: "127.0.0.1",
    apiPort: port,
    apiBasepath: plan.apiBasepath,
    ...(plan.hasDashboard ? { dashboardPort: port } : {}),
    ...plan.credentials,
    manner: device.manner(),
    cameras: cameras.map(({ id, name, slots }) => ({ id, name, slots })),
  };
}
