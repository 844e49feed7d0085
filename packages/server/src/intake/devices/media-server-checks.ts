import { assertFound } from "@gatehouse/contract/assert-found";
import { type AlertCause, alertScopeOf } from "@gatehouse/contract/entities/alert-type";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import type { ModuleActivation } from "@gatehouse/contract/modules/visible-menu";
import { type HealthState, isSuspect, updateHealth } from "@gatehouse/engine/health/health";
import type { NotNull } from "kysely";
import { raiseAlert, resolveAlert } from "../../alert/alert.store.ts";
import type { HttpLimits } from "../../alert/http-client.ts";
import { fetchFromDevice } from "../../alert/site-http.ts";
import { loadModuleActivation } from "../../house/module-activation.store.ts";
import { loadRequiredConfigs } from "../../house/required-config.store.ts";
import { type BackgroundJob, startJob } from "../../platform/background-job.ts";
import type { Database, ReadDb, Tx } from "../../platform/database/database.ts";
import type { Services } from "../../platform/services.ts";
import { notifyHealthChange } from "./health.store.ts";
import { suspectIntervalMs } from "./health-checks.ts";

/** A camera whose media server is checked. */
interface MonitoredCamera {
  readonly id: number;
  readonly name: string;
  readonly module: ModuleKind;
  readonly healthUrl: string;
  readonly health: HealthState | undefined;
}

const alertType = "CAMERA_STREAM_DOWN";
const subjectOf = (cameraId: number) => `camera ${cameraId}`;

/** Lists the cameras of active modules that have a health URL. */
async function listMonitoredCameras(db: ReadDb, active: ModuleActivation): Promise<MonitoredCamera[]> {
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
async function saveCameraHealth(
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
async function deleteUncheckedHealth(db: Database, checked: readonly MonitoredCamera[], now: Date): Promise<void> {
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

const limits: HttpLimits = { timeoutMs: 2_000, maxBytes: 256 * 1_024 };

interface ProbeResult {
  readonly ok: boolean;
  readonly detail: string;
}

/** Checks the health URL of every camera that has one; cameras with the same URL share a request. */
export function startMediaServerChecks({ db, clock, log }: Services): BackgroundJob {
  return startJob("media servers", log, async () => {
    const startedMs = performance.now();
    const { healthProbeSeconds } = await loadRequiredConfigs(db);
    const cameras = await listMonitoredCameras(db, await loadModuleActivation(db));
    await deleteUncheckedHealth(db, cameras, clock.now());
    const byUrl = Map.groupBy(cameras, ({ healthUrl }) => healthUrl);
    // In parallel, so that a server that hangs does not delay the others.
    const suspects = await Promise.all([...byUrl].map(([url, group]) => check(url, group)));
    const intervalMs = healthProbeSeconds * 1_000;
    const roundMs = suspects.includes(true) ? Math.min(suspectIntervalMs, intervalMs) : intervalMs;
    return { waitMs: Math.max(0, roundMs - (performance.now() - startedMs)) };
  });

  /** Returns whether one of the cameras has started to fail. */
  async function check(url: string, cameras: readonly MonitoredCamera[]): Promise<boolean> {
    const { ok, detail } = await probe(url);
    const now = clock.now();
    let hasSuspect = false;
    for (const camera of cameras) {
      const after = updateHealth(camera.health, ok, now);
      const { isHealthy, failedProbes } = camera.health ?? {};
      if (after.isHealthy !== isHealthy || after.failedProbes !== failedProbes) {
        await saveCameraHealth(db, camera, { after, detail, now });
      }
      hasSuspect ||= isSuspect(after);
    }
    return hasSuspect;
  }

  async function probe(url: string): Promise<ProbeResult> {
    if (!URL.canParse(url)) return { ok: false, detail: "The health URL is not valid." };
    const response = await fetchFromDevice(db, new URL(url), limits);
    if (!response.ok) return { ok: false, detail: response.failure.detail };
    const { status } = response.value;
    return { ok: status >= 200 && status < 300, detail: `The media server answered ${status}.` };
  }
}
