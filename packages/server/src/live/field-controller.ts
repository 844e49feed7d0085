import { aiDeviceDrivers } from "@gatehouse/drivers/ai-devices/registry";
import { afterProbe, isControllerAlive } from "@gatehouse/engine/health/health";
import { readRequiredConfigs } from "../entities/config/required-config.store.ts";
import { readModuleActivation } from "../entities/module-activation/module-activation.store.ts";
import type { Services } from "../platform/services.ts";
import { openDeviceHttp } from "./device-http.ts";
import { announceHealth, beat, lastBeat, saveHealth, type WatchedDevice, watchedDevices } from "./health.store.ts";
import { type Repeating, repeat } from "./repeat.ts";

const beatMs = 2_000;

/** The part of the server that talks to the field: it beats, and asks every watched device how it is. */
export function startFieldController({ db, clock, log, secrets }: Services): Repeating {
  const http = openDeviceHttp(async () => (await readRequiredConfigs(db)).deviceNetworks);

  const beating = repeat("field controller", log, async () => {
    const now = clock.now();
    const wasAlive = isControllerAlive(await lastBeat(db), now);
    await beat(db, now);
    if (!wasAlive) await announceHealth(db);
    return { waitMs: beatMs };
  });

  const probing = repeat("health probes", log, async () => {
    const { healthProbeSeconds } = await readRequiredConfigs(db);
    const devices = await watchedDevices(db, await readModuleActivation(db), secrets);
    // Side by side, so that a device that hangs never delays another.
    await Promise.all(devices.map(probe));
    return { waitMs: healthProbeSeconds * 1000 };
  });

  async function probe(device: WatchedDevice): Promise<void> {
    const driver = aiDeviceDrivers[device.vendor];
    if (!driver) return;
    const { ok } = await driver.probe(device, http);
    const after = afterProbe(device.health, ok, clock.now());
    const isNews = after.isHealthy !== device.health?.isHealthy || after.failedProbes !== device.health?.failedProbes;
    if (isNews) await saveHealth(db, device, after);
  }

  return {
    stop: async () => {
      await Promise.all([beating.stop(), probing.stop()]);
    },
  };
}
