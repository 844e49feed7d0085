import type { AiDevice } from "@gatehouse/contract/entities/ai-device";
import { everyModule } from "@gatehouse/contract/modules/visible-menu";
import type { DeviceView } from "../devices/device-view.ts";
import { type ApiClient, findOrCreate } from "../gatehouse/api-client.ts";

/** Registered devices by their name in the control API. */
export type RegisteredDevices = ReadonlyMap<string, AiDevice>;

/** Activates every module and registers the devices. */
export async function registerDevices(api: ApiClient, devices: readonly DeviceView[]): Promise<RegisteredDevices> {
  await api.call("PUT /configs/module-activation-status", { body: everyModule(true) });
  const registered = new Map<string, AiDevice>();
  for (const { name, fault: _fault, cameras: _cameras, ...body } of devices) {
    const existing = await api.call("GET /ai-devices/{module}", { params: { module: body.scope } });
    const device = await findOrCreate(
      existing,
      ({ label }) => label === body.label,
      () => api.call("POST /ai-devices", { body: body as typeof body & Pick<AiDevice, "vendor"> }),
    );
    registered.set(name, device);
  }
  return registered;
}

/** Finds the devices registered at an earlier start; one that a person deleted is missing. */
export async function findRegisteredDevices(
  api: ApiClient,
  devices: readonly DeviceView[],
): Promise<RegisteredDevices> {
  const found = new Map<string, AiDevice>();
  for (const { name, label, scope } of devices) {
    const existing = await api.call("GET /ai-devices/{module}", { params: { module: scope } });
    const device = existing.find((record) => record.label === label);
    if (device) found.set(name, device);
  }
  return found;
}
