import type { Alert } from "@gatehouse/contract/entities/alert/alert.schema";

/** OPS-8: counts open alerts by state. An alert that another listed one explains does not count. */
export function summarize(alerts: readonly Alert[]): { active: number; acknowledged: number; shelved: number } {
  const ids = new Set(alerts.map(({ id }) => id));
  const roots = alerts.filter(({ causeId }) => causeId === null || !ids.has(causeId));
  const count = (state: Alert["state"]) => roots.filter((alert) => alert.state === state).length;
  return { active: count("active"), acknowledged: count("acknowledged"), shelved: count("shelved") };
}
