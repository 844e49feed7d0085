import { aiDeviceDrivers } from "@gatehouse/drivers/ai-devices/registry";
import { findDriver } from "@gatehouse/drivers/find-driver";
import { type HealthState, isControllerAlive, isSuspect, updateHealth } from "@gatehouse/engine/health/health";
import { loadModuleActivation } from "../configuration/module-activation.store.ts";
import { loadRequiredConfigs } from "../configuration/required-config.store.ts";
import { siteHttp } from "../outbound/site-http.ts";
import { type BackgroundJob, startJob } from "../platform/background-job.ts";
import type { Services } from "../platform/services.ts";
import { withoutPassword } from "./device-password.ts";
import { announceHealth, beat, lastBeat, saveHealth, type WatchedDevice, watchedDevices } from "./health.store.ts";

const beatMs = 2_000;
const suspectMs = 1_000;

/** The part of the server that talks to the field: it beats, and asks every watched device how it is. */
export function startHealthChecks({ db, clock, log, secrets }: Services): BackgroundJob {
  const http = siteHttp(db);

  const beating = startJob("field controller", log, async () => {
    const now = clock.now();
    const wasAlive = isControllerAlive(await lastBeat(db), now);
    await beat(db, now);
    if (!wasAlive) await announceHealth(db);
    return { waitMs: beatMs };
  });

  const probing = startJob("health probes", log, async () => {
    const began = performance.now();
    const { healthProbeSeconds } = await loadRequiredConfigs(db);
    const devices = await watchedDevices(db, await loadModuleActivation(db), secrets);
    // Side by side, so that a device that hangs never delays another.
    const states = await Promise.all(devices.map(probe));
    const usualMs = healthProbeSeconds * 1000;
    const roundMs = states.some((state) => state && isSuspect(state)) ? Math.min(suspectMs, usualMs) : usualMs;
    // From round to round, so that waiting for a silent device does not come on top.
    return { waitMs: Math.max(0, roundMs - (performance.now() - began)) };
  });

  async function probe(device: WatchedDevice): Promise<HealthState | undefined> {
    const driver = findDriver(aiDeviceDrivers, device.vendor);
    if (!driver) return undefined;
    const { ok } = device.isPasswordUnreadable ? withoutPassword() : await driver.probe(device, http);
    const after = updateHealth(device.health, ok, clock.now());
    const isNews = after.isHealthy !== device.health?.isHealthy || after.failedProbes !== device.health?.failedProbes;
    if (isNews) await saveHealth(db, device, after);
    return after;
  }

  return {
    stop: async () => {
      await Promise.all([beating.stop(), probing.stop()]);
    },
  };
}
