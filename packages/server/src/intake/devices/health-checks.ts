import { aiDeviceDrivers } from "@gatehouse/drivers/ai-devices/registry";
import { findDriver } from "@gatehouse/drivers/find-driver";
import {
  type HealthState,
  isControllerAlive,
  isSuspect,
  livesByPush,
  updateHealth,
} from "@gatehouse/engine/health/health";
import { siteHttp } from "../../alert/site-http.ts";
import { loadModuleActivation } from "../../house/module-activation.store.ts";
import { loadRequiredConfigs } from "../../house/required-config.store.ts";
import { type BackgroundJob, startJob } from "../../platform/background-job.ts";
import type { Services } from "../../platform/services.ts";
import { passwordError } from "./device-password.ts";
import {
  listMonitoredDevices,
  loadLastHeartbeat,
  type MonitoredDevice,
  notifyHealthChange,
  saveHealth,
  saveHeartbeat,
} from "./health.store.ts";

const heartbeatIntervalMs = 2_000;
/** A device that has started to fail is probed again after this time. */
export const suspectIntervalMs = 1_000;

/** Saves a heartbeat of the field controller and probes the monitored devices. */
export function startHealthChecks({ db, clock, log, secrets, metrics }: Services): BackgroundJob {
  const http = siteHttp(db);

  const heartbeat = startJob("field controller", log, async () => {
    const now = clock.now();
    const wasAlive = isControllerAlive(await loadLastHeartbeat(db), now);
    await saveHeartbeat(db, now);
    if (!wasAlive) await notifyHealthChange(db);
    return { waitMs: heartbeatIntervalMs };
  });

  const probes = startJob("health probes", log, async () => {
    const startedMs = performance.now();
    const { healthProbeSeconds } = await loadRequiredConfigs(db);
    const devices = await listMonitoredDevices(db, await loadModuleActivation(db), secrets);
    // In parallel, so that a device that hangs does not delay the others.
    const states = await Promise.all(devices.map(probe));
    const intervalMs = healthProbeSeconds * 1000;
    const roundMs = states.some((state) => state && isSuspect(state))
      ? Math.min(suspectIntervalMs, intervalMs)
      : intervalMs;
    // The interval is measured from start to start, so a slow device does not extend it.
    return { waitMs: Math.max(0, roundMs - (performance.now() - startedMs)) };
  });

  async function probe(device: MonitoredDevice): Promise<HealthState | undefined> {
    const driver = findDriver(aiDeviceDrivers, device.vendor);
    if (!driver) return undefined;
    const { ok } = device.isPasswordUnreadable ? passwordError() : await driver.probe(device, http);
    metrics.count("gatehouse_device_checks_total", { result: ok ? "ok" : "failed" });
    const hasAnswered = ok || device.hasAnswered;
    const isAlive = ok || (device.pushedAt !== undefined && livesByPush(clock.elapsedMs(device.pushedAt), hasAnswered));
    const after = updateHealth(device.health, isAlive, clock.now());
    const hasChanged =
      after.isHealthy !== device.health?.isHealthy ||
      after.failedProbes !== device.health?.failedProbes ||
      hasAnswered !== device.hasAnswered;
    if (hasChanged) await saveHealth(db, device, { ...after, hasAnswered });
    return after;
  }

  return {
    stop: async () => {
      await Promise.all([heartbeat.stop(), probes.stop()]);
    },
  };
}
