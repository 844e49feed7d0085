import type { CameraMatch } from "@gatehouse/engine/reconcile/reconcile";
import { loadModuleActivation } from "../configuration/module-activation.store.ts";
import { loadRequiredConfigs } from "../configuration/required-config.store.ts";
import { siteHttp } from "../outbound/site-http.ts";
import { type BackgroundJob, startJob } from "../platform/background-job.ts";
import type { Services } from "../platform/services.ts";
import { raiseCameraAlerts } from "./camera-alerts.ts";
import { askCameras, plan, type ReachableDevice, reachableDevices } from "./camera-reconciliation.ts";

/** Asks every device for its cameras now and then: who is missing, and what changed on the way. */
export function startCameraChecks({ db, clock, log, secrets }: Services): BackgroundJob {
  const http = siteHttp(db);
  /** What each device's report last meant, so that a difference is counted when it comes and not at every look. */
  const last = new Map<number, string>();

  return startJob("camera watch", log, async () => {
    const { cameraCheckSeconds } = await loadRequiredConfigs(db);
    const active = await loadModuleActivation(db);
    const devices = (await reachableDevices(db, secrets)).filter(({ module }) => active[module]);
    // Side by side, so that a device that hangs never delays another.
    await Promise.all(devices.map(look));
    return { waitMs: cameraCheckSeconds * 1000 };
  });

  async function look(device: ReachableDevice): Promise<void> {
    const asked = await askCameras(device, http);
    // A device that does not answer makes nothing missing.
    if (!asked.ok) return;
    const matched = (await plan(db, device, asked.value)).filter(({ id }) => id !== null);
    const meaning = JSON.stringify(matched);
    if (last.get(device.id) === meaning) return;
    last.set(device.id, meaning);
    await keep(device, matched);
  }

  async function keep(device: ReachableDevice, matched: readonly CameraMatch[]): Promise<void> {
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
