import { type VendorCode, vendors } from "@gatehouse/contract/vendors";
import { sql } from "kysely";
import { advisoryLocks } from "../../platform/database/advisory-locks.ts";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import { type HttpError, httpError } from "../../platform/http/http-error.ts";

/** Why a port can't be opened, to complete the sentence "Port 2000 …"; undefined if it can. */
export type PortProbe = (port: number) => Promise<string | undefined>;

interface NewPort {
  readonly cameraId: number | undefined;
  readonly aiDeviceId: number;
  readonly sinkPort: number;
}

/** Whether the cameras of a device push to ports of their own on this server. */
export async function usesSinkPort(db: ReadDb, aiDeviceId: number): Promise<boolean> {
  const device = await db.selectFrom("ai_devices").select("vendor").where("id", "=", aiDeviceId).executeTakeFirst();
  return device !== undefined && vendors[device.vendor as VendorCode].usesSinkPort;
}

/** Rejects the port of a camera if something else uses it. Cameras of one device may share a port. */
export async function rejectTakenPort(tx: Tx, camera: NewPort, probe: PortProbe): Promise<void> {
  const { cameraId, aiDeviceId, sinkPort } = camera;
  // Two cameras saved at the same time must not get the same port.
  await sql`select pg_advisory_xact_lock(${advisoryLocks.sinkPorts})`.execute(tx);
  const others = await tx
    .selectFrom("cameras")
    .select(["id", "name", "aiDeviceId"])
    .where("sinkPort", "=", sinkPort)
    .where("status", "<>", "new")
    .execute();
  const owner = others.find((other) => other.id !== cameraId && other.aiDeviceId !== aiDeviceId);
  if (owner) throw taken(`Port ${sinkPort} is the sink port of the camera "${owner.name}"`);
  const rfidServer = await tx.selectFrom("rfid_server").select("port").executeTakeFirst();
  if (rfidServer?.port === sinkPort) throw taken(`Port ${sinkPort} is the port of the RFID server`);
  // A camera of this device listens there already.
  if (others.length > 0) return;
  const reason = await probe(sinkPort);
  if (reason !== undefined) throw taken(`Port ${sinkPort} ${reason}`);
}

const taken = (message: string): HttpError =>
  httpError("record/taken", { message, errors: [{ path: "sinkPort", message }] });
