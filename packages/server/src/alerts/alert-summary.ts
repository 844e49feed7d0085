import type { Alert, AlertSummary } from "@gatehouse/contract/entities/alert/alert.schema";
import { type AlertScope, alertScopes } from "@gatehouse/contract/entities/alert/alert-type";

/** OPS-8: counts open alerts by state, where an alert that another listed one explains does not count, and by scope. */
export function summarize(alerts: readonly Alert[]): AlertSummary {
  const ids = new Set(alerts.map(({ id }) => id));
  const roots = alerts.filter(({ causeId }) => causeId === null || !ids.has(causeId));
  const count = (state: Alert["state"]) => roots.filter((alert) => alert.state === state).length;
  const scopes = Object.fromEntries(
    alertScopes.map((scope) => [scope, alerts.filter((alert) => alert.scope === scope).length]),
  ) as Record<AlertScope, number>;
  return { active: count("active"), acknowledged: count("acknowledged"), shelved: count("shelved"), scopes };
}
