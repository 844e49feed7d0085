import type { Camera } from "@gatehouse/contract/entities/camera";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import type { HttpTransport, ReportedCamera } from "@gatehouse/drivers/ai-devices/driver";
import { aiDeviceDrivers } from "@gatehouse/drivers/ai-devices/registry";
import type { DeviceResult } from "@gatehouse/drivers/device-result";
import { findDriver } from "@gatehouse/drivers/find-driver";
import { type CameraMatch, reconcile, type StoredCamera } from "@gatehouse/engine/reconcile/reconcile";
import type { NotNull } from "kysely";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import { httpError } from "../../platform/http/http-error.ts";
import type { Secrets } from "../../platform/security/secrets.ts";
import { listCamerasOfDevice } from "./camera.store.ts";
import { type DevicePassword, decryptPassword, passwordError } from "./device-password.ts";

/** A device with the data that its driver needs to connect. */
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

/** Lists the devices with an address, with their passwords decrypted. */
export async function listReachableDevices(db: ReadDb | Tx, secrets: Secrets, id?: number): Promise<ReachableDevice[]> {
  let rows = db
    .selectFrom("ai_devices")
    .select(["id", "vendor", "label", "module", "ip", "apiPort", "apiBasepath", "username", "passwordSecret"])
    .where("ip", "is not", null)
    .$narrowType<{ ip: NotNull }>();
  if (id !== undefined) rows = rows.where("id", "=", id);
  return (await rows.orderBy("id").execute()).map(({ username, passwordSecret, ...device }) => ({
    ...device,
    module: device.module as ModuleKind,
    apiPort: device.apiPort ?? 80,
    apiBasepath: device.apiBasepath ?? "",
    ...(username !== null && { username }),
    ...decryptPassword(secrets, passwordSecret),
  }));
}

/** Finds a device that reports its cameras; rejects a device whose cameras are entered manually. */
export async function findReportingDevice(db: ReadDb | Tx, secrets: Secrets, id: number): Promise<ReachableDevice> {
  const row = await db.selectFrom("ai_devices").select("vendor").where("id", "=", id).executeTakeFirst();
  if (!row) throw httpError("record/not-found");
  const [device] = await listReachableDevices(db, secrets, id);
  if (!device || !findDriver(aiDeviceDrivers, row.vendor)?.listCameras) throw httpError("device/by-hand");
  return device;
}

/** Requests the list of cameras from a device. */
export async function listReportedCameras(
  device: ReachableDevice,
  http: HttpTransport,
): Promise<DeviceResult<readonly ReportedCamera[]>> {
  const list = findDriver(aiDeviceDrivers, device.vendor)?.listCameras;
  if (!list) return { ok: true, value: [] };
  if (device.isPasswordUnreadable) return passwordError();
  return list(device, http);
}

/** Requests the list of cameras; rejects the call with the reason if the device does not provide it. */
export async function requireReportedCameras(
  device: ReachableDevice,
  http: HttpTransport,
): Promise<readonly ReportedCamera[]> {
  const reported = await listReportedCameras(device, http);
  if (reported.ok) return reported.value;
  throw httpError("device/unreachable", { message: `${device.label} didn't respond: ${reported.failure.detail}` });
}

/** Compares the reported cameras with the stored ones. */
export async function reconcileCameras(
  db: ReadDb | Tx,
  device: ReachableDevice,
  reported: readonly ReportedCamera[],
): Promise<CameraMatch[]> {
  const kept = (await listCamerasOfDevice(db, device.id)).flatMap(toKept);
  return reconcile(reported, kept);
}

function toKept(camera: Camera): StoredCamera[] {
  const reportedId = camera.epldCameraId ?? camera.anprCameraId;
  // A camera known only from its events has not been saved yet.
  if (reportedId === null || camera.status === "new") return [];
  return [{ id: camera.id, reportedId, name: camera.name, slots: camera.slots.map((slot) => slot.name) }];
}
