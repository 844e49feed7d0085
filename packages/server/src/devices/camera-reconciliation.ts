import type { Camera } from "@gatehouse/contract/entities/camera/camera.schema";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import type { HttpTransport, ReportedCamera } from "@gatehouse/drivers/ai-devices/driver";
import { aiDeviceDrivers } from "@gatehouse/drivers/ai-devices/registry";
import type { DeviceResult } from "@gatehouse/drivers/device-result";
import { findDriver } from "@gatehouse/drivers/find-driver";
import { type CameraMatch, reconcile, type StoredCamera } from "@gatehouse/engine/reconcile/reconcile";
import type { ReadDb, Tx } from "../platform/database/database.ts";
import { refuse } from "../platform/http/refusal.ts";
import type { Secrets } from "../platform/security/secrets.ts";
import { listCamerasOfDevice } from "./camera.store.ts";
import { type DevicePassword, decryptPassword, withoutPassword } from "./device-password.ts";

/** A device with what its driver needs to speak to it. */
export interface ReachableDevice extends DevicePassword {
  id: number;
  vendor: string;
  label: string;
  module: ModuleKind;
  ip: string;
  apiPort: number;
  apiBasepath: string;
  username?: string;
}

/** The devices that can be asked, with their passwords opened for that. */
export async function reachableDevices(db: ReadDb | Tx, secrets: Secrets, id?: number): Promise<ReachableDevice[]> {
  let rows = db
    .selectFrom("ai_devices")
    .select(["id", "vendor", "label", "module", "ip", "apiPort", "apiBasepath", "username", "passwordSecret"])
    .where("ip", "is not", null);
  if (id !== undefined) rows = rows.where("id", "=", id);
  return (await rows.orderBy("id").execute()).map(({ username, passwordSecret, ...device }) => ({
    ...device,
    module: device.module as ModuleKind,
    ip: device.ip ?? "",
    apiPort: device.apiPort ?? 80,
    apiBasepath: device.apiBasepath ?? "",
    ...(username !== null && { username }),
    ...decryptPassword(secrets, passwordSecret),
  }));
}

/** One device that reports its cameras; refuses where cameras are entered by hand. */
export async function reportingDevice(db: ReadDb | Tx, secrets: Secrets, id: number): Promise<ReachableDevice> {
  const known = await db.selectFrom("ai_devices").select("vendor").where("id", "=", id).executeTakeFirst();
  if (!known) throw refuse("record/not-found");
  const [device] = await reachableDevices(db, secrets, id);
  if (!device || !findDriver(aiDeviceDrivers, known.vendor)?.listCameras) throw refuse("device/by-hand");
  return device;
}

/** What a device says it has. */
export async function askCameras(
  device: ReachableDevice,
  http: HttpTransport,
): Promise<DeviceResult<readonly ReportedCamera[]>> {
  const list = findDriver(aiDeviceDrivers, device.vendor)?.listCameras;
  if (!list) return { ok: true, value: [] };
  if (device.isPasswordUnreadable) return withoutPassword();
  return list(device, http);
}

/** The report, or a refusal that says why there is none. */
export async function askOrRefuse(device: ReachableDevice, http: HttpTransport): Promise<readonly ReportedCamera[]> {
  const asked = await askCameras(device, http);
  if (asked.ok) return asked.value;
  throw refuse("device/unreachable", { message: `${device.label} didn't respond: ${asked.failure.detail}` });
}

/** CAM-8: what a device reports, held against what is stored. */
export async function plan(
  db: ReadDb | Tx,
  device: ReachableDevice,
  reported: readonly ReportedCamera[],
): Promise<CameraMatch[]> {
  const kept = (await listCamerasOfDevice(db, device.id)).flatMap(asKept);
  return reconcile(reported, kept);
}

function asKept(camera: Camera): StoredCamera[] {
  const reportedId = camera.epldCameraId ?? camera.anprCameraId;
  // One that only spoke for itself is still to be saved by a person.
  if (reportedId === null || camera.status === "new") return [];
  return [{ id: camera.id, reportedId, name: camera.name, slots: camera.slots.map((slot) => slot.name) }];
}
