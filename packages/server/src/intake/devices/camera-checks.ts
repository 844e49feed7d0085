import type { CameraMatch } from "@gatehouse/engine/reconcile/reconcile";
import { siteHttp } from "../../alert/site-http.ts";
import { loadModuleActivation } from "../../house/module-activation.store.ts";
import { loadRequiredConfigs } from "../../house/required-config.store.ts";
import { type BackgroundJob, startJob } from "../../platform/background-job.ts";
import type { Services } from "../../platform/services.ts";
import { raiseCameraAlerts } from "./camera-alerts.ts";
import {
  listReachableDevices,
  listReportedCameras,
  type ReachableDevice,
  reconcileCameras,
} from "./camera-reconciliation.ts";

/** Compares the cameras that devices report with the stored ones at an interval. */
export function startCameraChecks({ db, clock, log, secrets }: Services): BackgroundJob {
  const http = siteHttp(db);
  /** The last result of each device, so that a difference raises an alert once and not at every check. */
  const lastResults = new Map<number, string>();

  return startJob("camera checks", log, async () => {
    const { cameraCheckSeconds } = await loadRequiredConfigs(db);
    const active = await loadModuleActivation(db);
    const devices = (await listReachableDevices(db, secrets)).filter(({ module }) => active[module]);
    // In parallel, so that a device that hangs does not delay the others.
    await Promise.all(devices.map(check));
    return { waitMs: cameraCheckSeconds * 1000 };
  });

  async function check(device: ReachableDevice): Promise<void> {
    const reported = await listReportedCameras(device, http);
    // If a device does not respond, its cameras are not missing.
    if (!reported.ok) return;
    const matched = (await reconcileCameras(db, device, reported.value)).filter(({ id }) => id !== null);
    const result = JSON.stringify(matched);
    if (lastResults.get(device.id) === result) return;
    lastResults.set(device.id, result);
    await save(device, matched);
  }

  async function save(device: ReachableDevice, matched: readonly CameraMatch[]): Promise<void> {
    await db.transaction().execute(async (tx) => {
      for (const camera of matched) {
        await tx
          .updateTable("cameras")
          .set({ status: camera.status })
          .where("id", "=", camera.id)
          .where("status", "<>", camera.status)
          .execute();
        if (device.module === "EPLD") await raiseCameraAlerts(tx, camera, clock.now());
      }
    });
  }
}
