import type { Camera } from "@gatehouse/contract/entities/camera/camera.schema";
import type { ListedDevice } from "../devices/device-view.ts";
import { ensured, type SiteApi } from "../gatehouse/api-client.ts";
import { type HandEnteredCamera, handEnteredCameras, slotControllerPlans } from "../plan/device-plan.ts";
import { gatePlans } from "../plan/gate-plan.ts";
import type { RegisteredDevices } from "./devices.ts";

/** Saved cameras by their device and the device's own id for them: `main-gate/1`. */
export type SavedCameras = ReadonlyMap<string, Camera>;

/** How a camera is named in that map. */
export const cameraKey = (device: string, id: string) => `${device}/${id}`;

// Cameras of these vendors are told a port of the server's own; the simulated ones push to the ingest address.
const firstSinkPort = 14_001;
const reporting = new Set(["uncanny", "generic"]);

const isBidirectional = (device: string, id: string) =>
  gatePlans.some(({ camera, isBidirectional }) => isBidirectional && camera.device === device && camera.id === id);

/** Saves every camera that the devices report, and enters those that a person has to. */
export async function saveCameras(
  api: SiteApi,
  devices: readonly ListedDevice[],
  registered: RegisteredDevices,
): Promise<SavedCameras> {
  const saved = new Map<string, Camera>();
  let sinkPort = firstSinkPort;
  for (const { name, vendor, scope, cameras } of devices) {
    const aiDeviceId = registered.get(name)?.id;
    if (aiDeviceId === undefined || !reporting.has(vendor)) continue;
    const existing = await api.call("GET /cameras/{module}", { params: { module: scope } });
    for (const camera of cameras) {
      sinkPort += 1;
      const isIt = (one: Camera) =>
        one.aiDeviceId === aiDeviceId && (one.anprCameraId ?? one.epldCameraId) === camera.id && one.status === "saved";
      const body = {
        aiDeviceId,
        reportedId: camera.id,
        name: camera.name,
        isBidirectional: isBidirectional(name, camera.id),
        ...(vendor === "uncanny" && { sinkPort }),
      };
      const add = () => api.call("POST /cameras/{module}", { params: { module: scope }, body });
      saved.set(cameraKey(name, camera.id), await ensured(existing, isIt, add));
    }
  }
  for (const plan of handEnteredCameras) {
    const aiDeviceId = registered.get(plan.device)?.id;
    if (aiDeviceId === undefined) continue;
    saved.set(cameraKey(plan.device, plan.uid), await enterCamera(api, plan, aiDeviceId));
  }
  return saved;
}

async function enterCamera(api: SiteApi, plan: HandEnteredCamera, aiDeviceId: number): Promise<Camera> {
  const { scope, label: name, uid, port } = plan;
  const existing = await api.call("GET /cameras/{module}", { params: { module: scope } });
  const isIt = (camera: Camera) => camera.aiDeviceId === aiDeviceId && camera.name === name;
  const body = { aiDeviceId, name, ip: "127.0.0.1", port, sinkPort: port };
  if (scope === "anpr-ac") return ensured(existing, isIt, () => api.call("POST /cameras/carrida", { body }));
  const counting = { ...body, uid, gateType: plan.direction, vehicleTypes: ["2w", "4w"] as ("2w" | "4w")[] };
  return ensured(existing, isIt, () => api.call("POST /cameras/bosch/cc", { body: counting }));
}

/** Enters the slot controllers; gives their ids by device and uid: `basement-slots/1`. */
export async function enterSlotControllers(
  api: SiteApi,
  registered: RegisteredDevices,
): Promise<ReadonlyMap<string, number>> {
  const entered = new Map<string, number>();
  for (const { device, uid, label, mac, slots } of slotControllerPlans) {
    const aiDeviceId = registered.get(device)?.id;
    if (aiDeviceId === undefined) continue;
    const existing = await api.call("GET /slot-controllers/{deviceId}", { params: { deviceId: aiDeviceId } });
    const additionalInfo = { ip: "127.0.0.1", port: 4000 + Number(uid), slots, prp: "push", adr: mac };
    const { id } = await ensured(
      existing,
      (one) => one.uid === uid,
      () => api.call("POST /slot-controllers", { body: { aiDeviceId, uid, name: label, additionalInfo } }),
    );
    entered.set(cameraKey(device, uid), id);
  }
  return entered;
}
