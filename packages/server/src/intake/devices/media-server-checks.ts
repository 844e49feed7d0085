import { isSuspect, updateHealth } from "@gatehouse/engine/health/health";
import type { HttpLimits } from "../../alert/http-client.ts";
import { fetchFromDevice } from "../../alert/site-http.ts";
import { loadModuleActivation } from "../../house/module-activation.store.ts";
import { loadRequiredConfigs } from "../../house/required-config.store.ts";
import { type BackgroundJob, startJob } from "../../platform/background-job.ts";
import type { Services } from "../../platform/services.ts";
import { suspectIntervalMs } from "./health-checks.ts";
import {
  deleteUncheckedHealth,
  listMonitoredCameras,
  type MonitoredCamera,
  saveCameraHealth,
} from "./media-server.store.ts";

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
