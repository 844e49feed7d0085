import { alertMessages } from "@gatehouse/contract/entities/alert.messages";
import type { AlertScope } from "@gatehouse/contract/entities/alert-type";
import { useQuery } from "@tanstack/react-query";
import { errorText } from "../api/api-error.ts";
import { callQuery } from "../api/call-query.ts";
import { LoadError } from "../ui/load-error.tsx";
import { moveFocusInRows } from "../ui/row-keyboard.ts";
import { AlertCard } from "./alerts/alert-card.tsx";
import classes from "./alerts/alert-list.module.css";

/** The new alerts of a scope that has no page of its own; nothing if there are none. */
export function OpenAlerts({ scope }: { scope: AlertScope }) {
  const alerts = useQuery(callQuery("alerts", "GET /alerts", { query: { scope, resolved: false } }));
  if (alerts.isError && alerts.data === undefined)
    return (
      <LoadError
        text={errorText(alerts.error, alertMessages["GET /alerts"].failure)}
        onRetry={() => void alerts.refetch()}
      />
    );
  if (alerts.data === undefined || alerts.data.length === 0) return null;
  return (
    <section aria-label="Alerts">
      <ul className={classes.list} onKeyDown={moveFocusInRows}>
        {alerts.data.map((alert) => (
          <AlertCard key={alert.id} alert={alert} />
        ))}
      </ul>
    </section>
  );
}
