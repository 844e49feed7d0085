import type { Alert } from "@gatehouse/contract/entities/alert";

/** An alert and the others that it explains. */
export interface AlertGroup {
  readonly root: Alert;
  readonly explained: readonly Alert[];
}

const order: Record<Alert["state"], number> = { active: 0, acknowledged: 1, shelved: 2, resolved: 3 };

/** Lists each alert before those that it explains; otherwise the order stays. */
export const placeByCause = (alerts: readonly Alert[]): Alert[] =>
  groupByCause(alerts).flatMap(({ root, explained }) => [root, ...explained]);

/** Groups open alerts by their root cause, those that need attention first. */
export const groupAlerts = (alerts: readonly Alert[]): AlertGroup[] =>
  groupByCause(alerts).sort((one, other) => order[one.root.state] - order[other.root.state]);

function groupByCause(alerts: readonly Alert[]): AlertGroup[] {
  const ids = new Set(alerts.map(({ id }) => id));
  const isRoot = ({ causeId }: Alert) => causeId === null || !ids.has(causeId);
  return alerts
    .filter(isRoot)
    .map((root) => ({ root, explained: alerts.filter(({ causeId }) => causeId === root.id) }));
}
