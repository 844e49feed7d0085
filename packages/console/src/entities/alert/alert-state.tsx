import type { Alert } from "@gatehouse/contract/entities/alert/alert.schema";
import type { AlertState } from "@gatehouse/contract/entities/alert/alert-state";
import { useSite } from "../../api/site.ts";
import { DateTime } from "../../ui/date-time.tsx";
import classes from "./alert-list.module.css";

const tags: Record<AlertState, string | undefined> = {
  active: undefined,
  acknowledged: "Acknowledged",
  shelved: "Shelved",
  resolved: "Resolved",
};

/** OPS-8: the tag of an alert that someone has handled. */
export function AlertStateTag({ state }: { state: AlertState }) {
  const text = tags[state];
  return text === undefined ? null : (
    <span className={classes.tag} data-state={state}>
      {text}
    </span>
  );
}

/** OPS-8: who handled an alert, until when and why. */
export function AlertHandling({ alert }: { alert: Alert }) {
  const { timeZone } = useSite();
  if (alert.state === "acknowledged" && alert.acknowledgedAt !== null)
    return (
      <p className={classes.when}>
        {`Acknowledged by ${alert.acknowledgedBy}, `}
        <DateTime at={alert.acknowledgedAt} timeZone={timeZone} />
      </p>
    );
  if (alert.state === "shelved" && alert.shelvedUntil !== null)
    return (
      <p className={classes.when}>
        {`Shelved by ${alert.shelvedBy} until `}
        <DateTime at={alert.shelvedUntil} timeZone={timeZone} />
        {`: ${alert.shelveReason}`}
      </p>
    );
  return null;
}
