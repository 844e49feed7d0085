import type { Alert, AlertSummary } from "@gatehouse/contract/entities/alert";
import { type AlertScope, alertScopes } from "@gatehouse/contract/entities/alert-type";

/** OPS-8: counts open alerts by state, and active ones by scope. An alert that another listed one explains does not count. */
export function summarize(alerts: readonly Alert[]): AlertSummary {
  const ids = new Set(alerts.map(({ id }) => id));
  const roots = alerts.filter(({ causeId }) => causeId === null || !ids.has(causeId));
  const listOf = (state: Alert["state"]) => roots.filter((alert) => alert.state === state);
  const active = listOf("active");
  const scopes = Object.fromEntries(
    alertScopes.map((scope) => [scope, active.filter((alert) => alert.scope === scope).length]),
  ) as Record<AlertScope, number>;
  return {
    active: active.length,
    acknowledged: listOf("acknowledged").length,
    shelved: listOf("shelved").length,
    scopes,
  };
}
