import type { AiDevice } from "@gatehouse/contract/entities/ai-device/ai-device.schema";
import { everyModule } from "@gatehouse/contract/modules/visible-menu";
import type { ListedDevice } from "../devices/device-view.ts";
import { ensured, type SiteApi } from "../gatehouse/api-client.ts";

/** The registered devices by the simulated site's own names. */
export type RegisteredDevices = ReadonlyMap<string, AiDevice>;

/** Switches every module on and enters the devices. */
export async function registerDevices(api: SiteApi, devices: readonly ListedDevice[]): Promise<RegisteredDevices> {
  await api.call("PUT /configs/module-activation-status", { body: everyModule(true) });
  const registered = new Map<string, AiDevice>();
  for (const { name, manner: _m, cameras: _c, ...body } of devices) {
    const existing = await api.call("GET /ai-devices/{module}", { params: { module: body.scope } });
    const device = await ensured(
      existing,
      ({ label }) => label === body.label,
      () => api.call("POST /ai-devices", { body: body as typeof body & Pick<AiDevice, "vendor"> }),
    );
    registered.set(name, device);
  }
  return registered;
}

/** The devices as they were registered at an earlier start; one that a person deleted is not among them. */
export async function knownDevices(api: SiteApi, devices: readonly ListedDevice[]): Promise<RegisteredDevices> {
  const known = new Map<string, AiDevice>();
  for (const { name, label, scope } of devices) {
    const existing = await api.call("GET /ai-devices/{module}", { params: { module: scope } });
    const device = existing.find((one) => one.label === label);
    if (device) known.set(name, device);
  }
  return known;
}
