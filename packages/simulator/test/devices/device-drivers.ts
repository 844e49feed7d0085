import { aiDeviceDrivers } from "@gatehouse/drivers/ai-devices/registry";
import type { DeviceResult } from "@gatehouse/drivers/device-result";
import { toDeviceView } from "../../src/devices/device-view.ts";
import type { SimulatedDevice } from "../../src/devices/simulated-device.ts";
import { createFetchTransport } from "./fetch-transport.ts";

/** Finds the driver of a device's vendor. */
export const findDriver = ({ plan }: SimulatedDevice) => aiDeviceDrivers[plan.vendor];

/** Runs the health check of a device. */
export const probe = (device: SimulatedDevice, http = createFetchTransport()) =>
  findDriver(device).probe(toDeviceView(device), http);

/** Lists the cameras that a device reports. */
export const listCameras = (device: SimulatedDevice, http = createFetchTransport()) =>
  findDriver(device).listCameras?.(toDeviceView(device), http);

/** "answered", or the kind of failure. */
export const toKind = (result: DeviceResult<unknown> | undefined) =>
  result && (result.ok ? "answered" : result.failure.kind);
