import type { DevicePlan } from "../plan/device-plan.ts";
import type { SimulatedDevice } from "./simulated-device.ts";

/** A device in the control API, with everything needed to register it. */
export interface DeviceView {
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
  fault: string;
  cameras: { id: string; name: string; slots: { id: string; name: string }[] }[];
}

/** Describes a device. */
export function toDeviceView(device: SimulatedDevice): DeviceView {
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
    fault: device.fault(),
    cameras: cameras.map(({ id, name, slots }) => ({ id, name, slots })),
  };
}
