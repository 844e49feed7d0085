import { assertFound } from "@gatehouse/contract/assert-found";
import { type AlertCause, alertScopeOf } from "@gatehouse/contract/entities/alert-type";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import type { ModuleActivation } from "@gatehouse/contract/modules/visible-menu";
import type { HealthState } from "@gatehouse/engine/health/health";
import type { NotNull } from "kysely";
import { raiseAlert, resolveAlert } from "../../alert/alert.store.ts";
import type { Database, ReadDb, Tx } from "../../platform/database/database.ts";
import { notifyHealthChange } from "./health.store.ts";

/** A camera whose media server is checked. */
export interface MonitoredCamera {
  readonly id: number;
  readonly name: string;
  readonly module: ModuleKind;
  readonly healthUrl: string;
  readonly health: HealthState | undefined;
}

const alertType = "CAMERA_STREAM_DOWN";
const subjectOf = (cameraId: number) => `camera ${cameraId}`;

/** Lists the cameras of active modules that have a health URL. */
export async function listMonitoredCameras(db: ReadDb, active: ModuleActivation): Promise<MonitoredCamera[]> {
  const rows = await db
    .selectFrom("cameras")
    .leftJoin("camera_health", "camera_health.cameraId", "cameras.id")
    .select(["id", "name", "module", "mediaServerHealthUrl", "isHealthy", "failedProbes", "since"])
    .where("mediaServerHealthUrl", "is not", null)
    .$narrowType<{ mediaServerHealthUrl: NotNull }>()
    .where("status", "<>", "new")
    .orderBy("id")
    .execute();
  return rows
    .filter(({ module }) => active[module as ModuleKind])
    .map(({ id, name, module, mediaServerHealthUrl, isHealthy, failedProbes, since }) => ({
      id,
      name,
      module: module as ModuleKind,
      healthUrl: mediaServerHealthUrl,
      health:
        since === null
          ? undefined
          : {
              isHealthy: isHealthy ?? true,
              failedProbes: assertFound(failedProbes, "a state of health without its failed probes"),
              since: new Date(since),
            },
    }));
}

/** Saves the health of a camera's media server; raises or resolves its alert if it changed. */
export async function saveCameraHealth(
  db: Database,
  camera: MonitoredCamera,
  { after, detail, now }: { after: HealthState; detail: string; now: Date },
): Promise<void> {
  const { isHealthy, failedProbes, since } = after;
  const state = { isHealthy, failedProbes, since };
  const hasTurned = isHealthy !== (camera.health?.isHealthy ?? true);
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto("camera_health")
      .values({ cameraId: camera.id, ...state })
      .onConflict((conflict) => conflict.column("cameraId").doUpdateSet(state))
      .execute();
    if (hasTurned && !isHealthy) await raiseAlert(tx, toCause(camera, detail), now);
    if (isHealthy) await resolveStreamAlerts(tx, [subjectOf(camera.id)], now);
  });
  if (hasTurned) await notifyHealthChange(db);
}

/** Deletes the health of cameras that are no longer checked, and resolves their alerts. */
export async function deleteUncheckedHealth(
  db: Database,
  checked: readonly MonitoredCamera[],
  now: Date,
): Promise<void> {
  const ids = new Set(checked.map(({ id }) => id));
  const rows = await db.selectFrom("camera_health").select("cameraId").execute();
  const unchecked = rows.map(({ cameraId }) => cameraId).filter((id) => !ids.has(id));
  if (unchecked.length === 0) return;
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom("camera_health").where("cameraId", "in", unchecked).execute();
    await resolveStreamAlerts(tx, unchecked.map(subjectOf), now);
  });
  await notifyHealthChange(db);
}

async function resolveStreamAlerts(tx: Tx, subjects: readonly string[], now: Date): Promise<void> {
  const open = await tx
    .selectFrom("alerts")
    .select("id")
    .where("type", "=", alertType)
    .where("status", "=", "new")
    .where("subject", "in", subjects)
    .execute();
  for (const { id } of open) await resolveAlert(tx, id, now);
}

const toCause = ({ id, name, module }: MonitoredCamera, detail: string): AlertCause => ({
  type: alertType,
  scope: alertScopeOf[module],
  subject: subjectOf(id),
  title: "No live picture",
  description: `The media server of "${name}" does not respond, so its live picture is not available.`,
  additionalInfo: { error: detail, cameraId: id },
});
