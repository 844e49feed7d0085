import { assertFound } from "@gatehouse/contract/assert-found";
import type { GateType } from "@gatehouse/contract/fields/gate-types";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import type { Counter, SiteCamera } from "@gatehouse/engine/site/site";
import type { ReadDb } from "../platform/database/database.ts";

const noTvm = "a camera of a ticket machine that does not exist";

/** A camera with what the server needs to receive its pushes. */
export interface PushingCamera extends SiteCamera {
  /** Its own address; null if only its device has one. */
  readonly ip: string | null;
  /** The port that it pushes to. */
  readonly sinkPort: number | null;
}

/** Every camera, including unsaved ones. */
export async function loadCameras(db: ReadDb): Promise<PushingCamera[]> {
  const rows = await db
    .selectFrom("cameras")
    .leftJoin("lanes", "lanes.id", "cameras.laneId")
    .leftJoin("tvms", "tvms.id", "cameras.tvmId")
    .select([
      "cameras.id",
      "aiDeviceId",
      "module",
      "cameras.name",
      "status",
      "isBidirectional",
      "ip",
      "sinkPort",
      "anprCameraId",
      "epldCameraId",
      "pzapp",
      "laneId",
      "lanes.name as laneName",
      "speedLimit2w",
      "speedLimit4w",
      "tvmId",
      "tvms.name as tvmName",
      "tvms.code as tvmCode",
    ])
    .orderBy("cameras.id")
    .execute();
  return rows.map((row) => {
    const pzapp = row.pzapp as { uid?: string; gateType?: GateType } | null;
    return {
      id: row.id,
      deviceId: row.aiDeviceId,
      module: row.module as ModuleKind,
      name: row.name,
      uids: [row.anprCameraId, row.epldCameraId, pzapp?.uid].filter((uid) => uid != null),
      isSaved: row.status !== "new",
      isBidirectional: row.isBidirectional,
      ip: row.ip,
      sinkPort: row.sinkPort,
      gateType: pzapp?.gateType ?? null,
      lane: laneOf(row),
      tvm:
        row.tvmId === null
          ? null
          : { id: row.tvmId, name: assertFound(row.tvmName, noTvm), code: assertFound(row.tvmCode, noTvm) },
    };
  });
}

function laneOf(row: { laneName: string | null; speedLimit2w: number | null; speedLimit4w: number | null }) {
  const { laneName: name, speedLimit2w, speedLimit4w } = row;
  return name === null || speedLimit2w === null || speedLimit4w === null ? null : { name, speedLimit2w, speedLimit4w };
}

/** Base variables, grouped by the source that they count. */
export async function loadCounters(db: ReadDb): Promise<Map<string, Counter[]>> {
  const rows = await db
    .selectFrom("variables")
    .leftJoin("camera_slots", "camera_slots.id", "variables.slotId")
    .select([
      "variables.id",
      "variables.direction",
      "variables.vehicleClass",
      "variables.slotNumber",
      "variables.countingCameraId",
      "variables.sourceSensorId",
      "variables.sourceControllerId",
      "camera_slots.cameraId as slotCameraId",
      "camera_slots.name as slotName",
    ])
    .where("variables.sourceKey", "is not", null)
    .execute();
  const sourceKeyOf = (row: (typeof rows)[number]) => {
    if (row.sourceSensorId !== null) return `sensor ${row.sourceSensorId}`;
    if (row.sourceControllerId !== null) return `controller ${row.sourceControllerId}`;
    return `camera ${row.countingCameraId ?? row.slotCameraId}`;
  };
  const counters = new Map<string, Counter[]>();
  for (const row of rows) {
    const counter = {
      id: row.id,
      direction: row.direction as GateType | null,
      vehicleClass: row.vehicleClass as Counter["vehicleClass"],
      slot: row.slotName ?? (row.slotNumber === null ? null : String(row.slotNumber)),
    };
    const key = sourceKeyOf(row);
    const existing = counters.get(key);
    if (existing) existing.push(counter);
    else counters.set(key, [counter]);
  }
  return counters;
}
