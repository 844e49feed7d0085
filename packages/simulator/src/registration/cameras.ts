import type { Camera } from "@gatehouse/contract/entities/camera";
import type { DeviceView } from "../devices/device-view.ts";
import { type ApiClient, ApiError, findOrCreate } from "../gatehouse/api-client.ts";
import type { MediaServer } from "../media/media-server.ts";
import { findFreePort } from "../network/loopback.ts";
import { type ManualCamera, manualCameras, slotControllerPlans } from "../plan/device-plan.ts";
import { gatePlans } from "../plan/gate-plan.ts";
import type { RegisteredDevices } from "./devices.ts";

/** Registered cameras by device and the device's id: `main-gate/1`. */
export type RegisteredCameras = ReadonlyMap<string, Camera>;

/** Key of a camera in that map. */
export const toCameraKey = (device: string, id: string) => `${device}/${id}`;

// Cameras that push to ports of their own need a free one on the server, which is on the same machine.
const firstSinkPort = 14_001;
const reportingVendors = new Set(["uncanny", "generic"]);

const isBidirectional = (device: string, id: string) =>
  gatePlans.some(({ camera, isBidirectional }) => isBidirectional && camera.device === device && camera.id === id);

/**
 * The addresses of a camera at the media server. Those at gates have live pictures with the car at the gate. The video is a
 * recording of another car, so a camera without a gate shows it.
 */
function toStreamUrls(media: MediaServer, device: string, id: string) {
  const gate = gatePlans.find(({ camera }) => camera.device === device && camera.id === id);
  if (!gate && !manualCameras.some((camera) => camera.device === device && camera.scope === "anpr-ac")) return {};
  const { frame, health, websocket, rtsp } = media.streamUrls(toCameraKey(device, id));
  return {
    rtspStreamUrl: rtsp,
    mediaServerFrameUrl: frame,
    mediaServerHealthUrl: health,
    ...(!gate && { mediaServerWebsocketUrl: websocket }),
  };
}

/** Registers the cameras that the devices report, and the manual ones. */
export async function registerCameras(
  api: ApiClient,
  { devices, media }: { devices: readonly DeviceView[]; media: MediaServer },
  registered: RegisteredDevices,
): Promise<RegisteredCameras> {
  const registeredCameras = new Map<string, Camera>();
  for (const { name, vendor, scope, cameras } of devices) {
    const aiDeviceId = registered.get(name)?.id;
    if (aiDeviceId === undefined || !reportingVendors.has(vendor)) continue;
    const existing = await api.call("GET /cameras/{module}", { params: { module: scope } });
    for (const camera of cameras) {
      const isMatch = (record: Camera) =>
        record.aiDeviceId === aiDeviceId &&
        (record.anprCameraId ?? record.epldCameraId) === camera.id &&
        record.status === "saved";
      const body = {
        aiDeviceId,
        reportedId: camera.id,
        name: camera.name,
        isBidirectional: isBidirectional(name, camera.id),
        ...toStreamUrls(media, name, camera.id),
      };
      const save = (port: object) =>
        api.call("POST /cameras/{module}", { params: { module: scope }, body: { ...body, ...port } });
      const create = () => (vendor === "uncanny" ? withFreePort(firstSinkPort, save) : save({}));
      registeredCameras.set(toCameraKey(name, camera.id), await findOrCreate(existing, isMatch, create));
    }
  }
  for (const plan of manualCameras) {
    const aiDeviceId = registered.get(plan.device)?.id;
    if (aiDeviceId === undefined) continue;
    registeredCameras.set(
      toCameraKey(plan.device, plan.uid),
      await registerManualCamera(api, plan, { aiDeviceId, media }),
    );
  }
  return registeredCameras;
}

async function registerManualCamera(
  api: ApiClient,
  plan: ManualCamera,
  { aiDeviceId, media }: { aiDeviceId: number; media: MediaServer },
): Promise<Camera> {
  const { scope, label: name, uid, port } = plan;
  const existing = await api.call("GET /cameras/{module}", { params: { module: scope } });
  const isMatch = (camera: Camera) => camera.aiDeviceId === aiDeviceId && camera.name === name;
  const body = { aiDeviceId, name, ip: "127.0.0.1", port };
  const plateCamera = { ...body, ...toStreamUrls(media, plan.device, uid) };
  const counting = { ...body, uid, gateType: plan.direction, vehicleTypes: ["2w", "4w"] as ("2w" | "4w")[] };
  const save = (sinkPort: { sinkPort: number }) =>
    scope === "anpr-ac"
      ? api.call("POST /cameras/carrida", { body: { ...plateCamera, ...sinkPort } })
      : api.call("POST /cameras/bosch/cc", { body: { ...counting, ...sinkPort } });
  return findOrCreate(existing, isMatch, () => withFreePort(port, save));
}

const maxPortAttempts = 50;
const conflict = 409;

/** Saves a camera with a free port, from this one on. Another program may take the port before the server opens it. */
async function withFreePort(first: number, save: (port: { sinkPort: number }) => Promise<Camera>): Promise<Camera> {
  let sinkPort = first;
  for (let attempt = 1; ; attempt += 1) {
    sinkPort = await findFreePort(sinkPort);
    try {
      return await save({ sinkPort });
    } catch (error) {
      const isTaken = error instanceof ApiError && error.status === conflict;
      if (!isTaken || attempt === maxPortAttempts) throw error;
      sinkPort += 1;
    }
  }
}

/** Registers the slot controllers; returns their ids by device and uid: `basement-slots/1`. */
export async function registerSlotControllers(
  api: ApiClient,
  registered: RegisteredDevices,
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>();
  for (const { device, uid, label, mac, slots } of slotControllerPlans) {
    const aiDeviceId = registered.get(device)?.id;
    if (aiDeviceId === undefined) continue;
    const existing = await api.call("GET /slot-controllers/{deviceId}", { params: { deviceId: aiDeviceId } });
    const additionalInfo = { ip: "127.0.0.1", port: 4000 + Number(uid), slots, prp: "push", adr: mac };
    const { id } = await findOrCreate(
      existing,
      (record) => record.uid === uid,
      () => api.call("POST /slot-controllers", { body: { aiDeviceId, uid, name: label, additionalInfo } }),
    );
    ids.set(toCameraKey(device, uid), id);
  }
  return ids;
}
