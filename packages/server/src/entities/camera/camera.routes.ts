import { cameraEndpoints } from "@gatehouse/contract/entities/camera/camera.endpoints";
import type { Camera } from "@gatehouse/contract/entities/camera/camera.schema";
import type { ModuleKind } from "@gatehouse/contract/modules/module-kind";
import { handle } from "../../platform/call.ts";
import type { Reading } from "../../platform/database.ts";
import { refuse } from "../../platform/refusal.ts";
import { namingFields } from "../../resources/constraint.ts";

const constraints = {
  cameras_one_per_lane: { path: "laneId", message: "This lane already has a camera" },
  cameras_lane: { path: "laneId", message: "This lane does not exist" },
};

async function camerasOf(db: Reading, module: ModuleKind): Promise<Camera[]> {
  const rows = await db
    .selectFrom("cameras")
    .leftJoin("device_health", "device_health.deviceId", "cameras.aiDeviceId")
    .select(["id", "version", "name", "module", "status", "aiDeviceId", "laneId", "isBidirectional", "isHealthy"])
    .where("module", "=", module)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ ...row, isHealthy: row.isHealthy ?? true })) as Camera[];
}

/** Cameras as lanes and gates need them. */
export const cameraRoutes = handle(cameraEndpoints, {
  "GET /cameras/{module}": ({ params, read }) => camerasOf(read, params.module),
  "PATCH /cameras/{module}/{id}": ({ params, body, ifMatch, write }) =>
    write(async (tx) => {
      const { module, id } = params;
      const find = async () => (await camerasOf(tx, module)).find((camera) => camera.id === id);
      const before = await find();
      if (!before) throw refuse("record/not-found");
      if (ifMatch !== undefined && ifMatch !== before.version) throw refuse("record/changed", { current: before });
      const change = tx
        .updateTable("cameras")
        .set((row) => ({ laneId: body.laneId, version: row("version", "+", 1) }))
        .where("id", "=", id);
      await namingFields(constraints, change.execute());
      return (await find()) ?? before;
    }),
});
