import type { AlertCause } from "@gatehouse/contract/entities/alert-type";
import { areaSourceTitles, toAreaLevel } from "@gatehouse/contract/entities/overview-figures";
import { formatCount } from "@gatehouse/contract/fields/number";
import { type ConditionAlerts, createConditionAlerts } from "../alerts/condition-alerts.ts";
import type { Services } from "../platform/services.ts";
import { type CountedArea, leadingCount, loadCountedAreas } from "./area-count.store.ts";

const type = "AREA_COUNT_IMPOSSIBLE";

/** OPS-7: the alerts about counts below zero or above the capacity. */
export const createAreaAlerts = (services: Pick<Services, "db" | "clock">): ConditionAlerts =>
  createConditionAlerts(services, type);

/** OPS-7: raises an alert for each area whose leading count can't be right, and resolves it once it can. */
export async function checkAreaCounts({ db }: Pick<Services, "db">, alerts: ConditionAlerts): Promise<void> {
  const causes = (await loadCountedAreas(db)).flatMap(toCause);
  const subjects = new Set(causes.map(({ subject }) => subject));
  await alerts.update({ causes, isKept: (subject) => subjects.has(subject) });
}

function toCause(area: CountedArea): AlertCause[] {
  const { id, name, capacity, leading } = area;
  const count = leadingCount(area);
  if (toAreaLevel(count, capacity) !== "impossible") return [];
  const source = areaSourceTitles[leading].toLowerCase();
  const why = count < 0 ? "which is less than none" : `more than its ${capacity} spaces`;
  return [
    {
      type,
      scope: "ac",
      subject: `area ${id}`,
      title: "Impossible count of an area",
      description: `"${name}" has ${formatCount(count, "vehicle")} by its ${source}, ${why}.`,
      additionalInfo: { areaId: id, area: name, count, source },
    },
  ];
}
