import type { Camera } from "@gatehouse/contract/entities/camera";
import { replaceCredentials } from "@gatehouse/contract/fields/url";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import type { Insertable } from "kysely";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import type { Tables } from "../../platform/database/database.types.ts";
import { httpError } from "../../platform/http/http-error.ts";
import { mapConstraintErrors } from "../../platform/resources/constraint.ts";
import { lockRow, rejectOutdated, updateRow } from "../../platform/resources/versioned-row.ts";
import { type PortProbe, rejectTakenPort } from "./sink-port.ts";

type Columns = Record<string, unknown>;

const constraints = {
  cameras_one_per_lane: { path: "laneId", message: "This lane already has a camera" },
  cameras_lane: { path: "laneId", message: "This lane does not exist" },
  cameras_tvm: { path: "tvmId", message: "This ticket vending machine does not exist" },
  cameras_anpr_id: { path: "reportedId", message: "This camera is saved already" },
  cameras_epld_id: { path: "reportedId", message: "This camera is saved already" },
  cameras_pzapp_uid: { path: "uid", message: "Another camera of this device has this uid" },
  cameras_aiDeviceId_fkey: { path: "aiDeviceId", message: "This device does not exist" },
};

/** The column with the device's id of a camera of this module. */
export const reportedIdColumn = (module: ModuleKind) => (module === "EPLD" ? "epldCameraId" : "anprCameraId");

// The view builds its JSON columns to match the contract, which the generated types cannot express.
const records = (db: ReadDb | Tx) => db.selectFrom("camera_records").selectAll().$castTo<Camera>();

export async function listCameras(db: ReadDb | Tx, module: ModuleKind): Promise<Camera[]> {
  return records(db).where("module", "=", module).orderBy("id").execute();
}

export async function listCamerasOfDevice(db: ReadDb | Tx, aiDeviceId: number): Promise<Camera[]> {
  return records(db).where("aiDeviceId", "=", aiDeviceId).orderBy("id").execute();
}

/** Finds a camera of a module; rejects if there is none. */
export async function findCamera(db: ReadDb | Tx, module: ModuleKind, id: number): Promise<Camera> {
  const row = await records(db).where("id", "=", id).where("module", "=", module).executeTakeFirst();
  if (!row) throw httpError("record/not-found");
  return row;
}

/** Saves a new camera. A camera known from its events becomes the saved one. */
export async function addCamera(
  tx: Tx,
  module: ModuleKind,
  columns: Columns,
  { slots = [], probe }: { slots?: readonly string[]; probe: PortProbe },
): Promise<Camera> {
  const unsaved = await findUnsavedCamera(tx, module, columns);
  const { aiDeviceId, sinkPort } = columns;
  if (typeof sinkPort === "number") {
    await rejectTakenPort(tx, { cameraId: unsaved, aiDeviceId: Number(aiDeviceId), sinkPort }, probe);
  }
  const id = unsaved ?? (await insertCamera(tx, { ...columns, module }));
  if (unsaved !== undefined) await updateRow(tx, "cameras", id, { ...columns, status: "saved" }, constraints);
  await addSlots(tx, id, slots);
  return findCamera(tx, module, id);
}

async function insertCamera(tx: Tx, columns: Columns): Promise<number> {
  const insert = tx
    .insertInto("cameras")
    .values(columns as Insertable<Tables["cameras"]>)
    .returning("id");
  return (await mapConstraintErrors(constraints, insert.executeTakeFirstOrThrow())).id;
}

/** Whether a camera without slots sent events before it was saved, so that its device need not report it. */
export async function isKnownFromEvents(
  db: ReadDb,
  module: ModuleKind,
  { aiDeviceId, reportedId }: { aiDeviceId: number; reportedId: string },
): Promise<boolean> {
  if (module === "EPLD") return false;
  const row = await db
    .selectFrom("cameras")
    .select("id")
    .where("aiDeviceId", "=", aiDeviceId)
    .where("module", "=", module)
    .where(reportedIdColumn(module), "=", reportedId)
    .where("status", "=", "new")
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds and locks the unsaved camera created by earlier events of this device. */
async function findUnsavedCamera(tx: Tx, module: ModuleKind, columns: Columns): Promise<number | undefined> {
  const { uid } = JSON.parse(String(columns.pzapp ?? "{}")) as { uid?: string };
  const reportedId = columns[reportedIdColumn(module)] ?? uid;
  if (reportedId === undefined) return undefined;
  const row = await tx
    .selectFrom("cameras")
    .select("id")
    .where("aiDeviceId", "=", Number(columns.aiDeviceId))
    .where("status", "=", "new")
    .where(reportedIdColumn(module), "=", String(reportedId))
    .forUpdate()
    .executeTakeFirst();
  return row?.id;
}

/** Updates a camera with columns derived from its locked record; fails if its version changed. */
export async function updateCamera(
  tx: Tx,
  { module, id }: Pick<Camera, "module" | "id">,
  toColumns: (before: Camera) => Columns | Promise<Columns>,
  { ifMatch, probe }: { ifMatch?: number | undefined; probe?: PortProbe } = {},
): Promise<Camera> {
  await lockRow(tx, "cameras", id);
  const before = await findCamera(tx, module, id);
  rejectOutdated(before, ifMatch);
  const columns = await toColumns(before);
  const { sinkPort } = columns;
  if (probe && typeof sinkPort === "number" && sinkPort !== before.sinkPort) {
    await rejectTakenPort(tx, { cameraId: id, aiDeviceId: before.aiDeviceId, sinkPort }, probe);
  }
  await updateRow(tx, "cameras", id, columns, constraints);
  return findCamera(tx, module, id);
}

/** Adds slots that are not stored yet. */
export async function addSlots(tx: Tx, cameraId: number, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await tx
    .insertInto("camera_slots")
    .values(names.map((name) => ({ cameraId, name, displayName: name })))
    .onConflict((conflict) => conflict.columns(["cameraId", "name"]).doNothing())
    .execute();
}

/** Only people who set up devices see the passwords in stream URLs. */
export function withoutPasswords(camera: Camera): Camera {
  const hide = (url: string | null) => url && replaceCredentials(url, "");
  const { rtspStreamUrl, mediaServerWebsocketUrl, mediaServerFrameUrl, mediaServerHealthUrl } = camera.stream;
  return {
    ...camera,
    stream: {
      rtspStreamUrl: hide(rtspStreamUrl),
      mediaServerWebsocketUrl: hide(mediaServerWebsocketUrl),
      mediaServerFrameUrl: hide(mediaServerFrameUrl),
      mediaServerHealthUrl: hide(mediaServerHealthUrl),
    },
  };
}
