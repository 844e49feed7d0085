import type { Camera } from "@gatehouse/contract/entities/camera/camera.schema";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import type { Kysely } from "kysely";
import type { ReadDb, Tx } from "../platform/database/database.ts";
import { refuse } from "../platform/http/refusal.ts";
import { mapConstraintErrors } from "../resources/constraint.ts";

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

/** Which column holds the device's own id for a camera of this module. */
export const reportedIdColumn = (module: ModuleKind) => (module === "EPLD" ? "epldCameraId" : "anprCameraId");

// The view builds its JSON columns to match the contract, which the generated types cannot express.
const records = (db: ReadDb | Tx) => db.selectFrom("camera_records").selectAll().$castTo<Camera>();

/** A module's cameras. */
export async function listCameras(db: ReadDb | Tx, module: ModuleKind): Promise<Camera[]> {
  return records(db).where("module", "=", module).orderBy("id").execute();
}

/** A device's cameras. */
export async function listCamerasOfDevice(db: ReadDb | Tx, aiDeviceId: number): Promise<Camera[]> {
  return records(db).where("aiDeviceId", "=", aiDeviceId).orderBy("id").execute();
}

/** One camera of a module. */
export async function toCamera(db: ReadDb | Tx, module: ModuleKind, id: number): Promise<Camera> {
  const row = await records(db).where("id", "=", id).where("module", "=", module).executeTakeFirst();
  if (!row) throw refuse("record/not-found");
  return row;
}

/** Adds a camera and gives it back as the wire shows it; one that spoke before it was saved stays the same camera. */
export async function addCamera(
  tx: Tx,
  module: ModuleKind,
  columns: Columns,
  slots: readonly string[],
): Promise<Camera> {
  const spoken = await spokenCamera(tx, module, columns);
  const write = spoken
    ? untyped(tx)
        .updateTable("cameras")
        .set({ ...columns, status: "saved" })
        .where("id", "=", spoken)
        .returning("id")
    : untyped(tx)
        .insertInto("cameras")
        .values({ ...columns, module })
        .returning("id");
  const { id } = await mapConstraintErrors(constraints, write.executeTakeFirstOrThrow());
  await addSlots(tx, Number(id), slots);
  return toCamera(tx, module, Number(id));
}

/** The camera of this device that has sent events under the same name and that nobody has saved. */
async function spokenCamera(tx: Tx, module: ModuleKind, columns: Columns): Promise<number | undefined> {
  const { uid } = JSON.parse(String(columns.pzapp ?? "{}")) as { uid?: string };
  const reportedId = columns[reportedIdColumn(module)] ?? uid;
  if (reportedId === undefined) return undefined;
  const row = await tx
    .selectFrom("cameras")
    .select("id")
    .where("aiDeviceId", "=", Number(columns.aiDeviceId))
    .where("status", "=", "new")
    .where(reportedIdColumn(module), "=", String(reportedId))
    .executeTakeFirst();
  return row?.id;
}

/** Changes a camera, unless someone else did meanwhile. */
export async function changeCamera(
  tx: Tx,
  before: Camera,
  columns: Columns,
  ifMatch: number | undefined,
): Promise<Camera> {
  if (ifMatch !== undefined && ifMatch !== before.version) throw refuse("record/changed", { current: before });
  const given = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
  const change = untyped(tx)
    .updateTable("cameras")
    .set({ ...given, version: before.version + 1 })
    .where("id", "=", before.id);
  await mapConstraintErrors(constraints, change.execute());
  return toCamera(tx, before.module, before.id);
}

/** Adds the slots that a camera has beyond those that are known. */
export async function addSlots(tx: Tx, cameraId: number, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await tx
    .insertInto("camera_slots")
    .values(names.map((name) => ({ cameraId, name, displayName: name })))
    .onConflict((conflict) => conflict.columns(["cameraId", "name"]).doNothing())
    .execute();
}

const untyped = (tx: Tx) => tx as unknown as Kysely<Record<string, Columns>>;
