import { type AlertCause, alertScopeOf } from "@gatehouse/contract/entities/alert-type";
import { formatDrift } from "@gatehouse/contract/events/read-quality";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import type { NotNull } from "kysely";
import { type ConditionAlerts, createConditionAlerts } from "../../alert/condition-alerts.ts";
import { type BackgroundJob, startJob } from "../../platform/background-job.ts";
import type { Services } from "../../platform/services.ts";

const checkIntervalMs = 10_000;
const type = "DEVICE_CLOCK_DRIFT";

/** The alerts about clocks that are off by 10 seconds or more. */
export const createClockAlerts = (services: Pick<Services, "db" | "clock">): ConditionAlerts =>
  createConditionAlerts(services, type);

/** Raises an alert for each device whose clock is far off, and resolves it once the clock is right. */
export async function checkClocks({ db }: Pick<Services, "db">, alerts: ConditionAlerts): Promise<void> {
  const rows = await db
    .selectFrom("device_clocks")
    .innerJoin("ai_devices", "ai_devices.id", "device_clocks.deviceId")
    .select(["ai_devices.id", "label", "module", "driftMs"])
    .where("level", "=", "alert")
    .$narrowType<{ driftMs: NotNull }>()
    .orderBy("ai_devices.id")
    .execute();
  const causes = rows.map(({ id, label, module, driftMs }): AlertCause => {
    const drift = formatDrift(driftMs);
    return {
      type,
      scope: alertScopeOf[module as ModuleKind],
      subject: `device ${id}`,
      title: "Clock of a device is wrong",
      description: `The clock of ${label} is ${drift}`,
      additionalInfo: { deviceId: id, device: label, drift },
    };
  });
  const subjects = new Set(causes.map(({ subject }) => subject));
  await alerts.update({ causes, isKept: (subject) => subjects.has(subject) });
}

export function startClockAlerts(services: Pick<Services, "db" | "clock" | "log">): BackgroundJob {
  const alerts = createClockAlerts(services);
  return startJob("device clocks", services.log, async () => {
    await checkClocks(services, alerts);
    return { waitMs: checkIntervalMs };
  });
}
