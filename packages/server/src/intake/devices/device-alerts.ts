import { type AlertCause, alertScopeOf } from "@gatehouse/contract/entities/alert-type";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import { createConditionAlerts } from "../../alert/condition-alerts.ts";
import { loadModuleActivation } from "../../house/module-activation.store.ts";
import { type BackgroundJob, startJob } from "../../platform/background-job.ts";
import type { Services } from "../../platform/services.ts";

const checkIntervalMs = 5_000;
/** A restart of a device raises no alert. */
export const minOfflineMs = 120_000;
const subjectOf = (id: number) => `device ${id}`;

/** One alert per AI device that has been unhealthy for some time; it ends when the device is healthy again. */
export function createDeviceAlerts({ db, clock }: Pick<Services, "db" | "clock">): () => Promise<void> {
  const alerts = createConditionAlerts({ db, clock }, "AI_DEVICE_OFFLINE");
  return async () => {
    const active = await loadModuleActivation(db);
    const rows = await db
      .selectFrom("ai_devices")
      .innerJoin("device_health", "device_health.deviceId", "ai_devices.id")
      .select(["id", "label", "module", "since"])
      .where("isHealthy", "=", false)
      .where("ip", "is not", null)
      .orderBy("id")
      .execute();
    const unhealthy = rows.filter(({ module }) => active[module as ModuleKind]);
    const offline = unhealthy.filter(({ since }) => clock.elapsedMs(new Date(since)) >= minOfflineMs);
    const kept = new Set(unhealthy.map(({ id }) => subjectOf(id)));
    await alerts.update({ causes: offline.map(toCause), isKept: (subject) => kept.has(subject) });
  };
}

export function startDeviceAlerts(services: Pick<Services, "db" | "clock" | "log">): BackgroundJob {
  const check = createDeviceAlerts(services);
  return startJob("device alerts", services.log, async () => {
    await check();
    return { waitMs: checkIntervalMs };
  });
}

const toCause = ({ id, label, module }: { id: number; label: string; module: string }): AlertCause => ({
  type: "AI_DEVICE_OFFLINE",
  scope: alertScopeOf[module as ModuleKind],
  subject: subjectOf(id),
  title: "Device offline",
  description: `"${label}" does not reply. Its cameras may not report events.`,
  additionalInfo: { deviceId: id },
});
