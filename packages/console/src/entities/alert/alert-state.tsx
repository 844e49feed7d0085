import type { Alert, AlertState } from "@gatehouse/contract/entities/alert";
import type { AlertType } from "@gatehouse/contract/entities/alert-type";
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

/** Faults of no device. */
const situations: readonly AlertType[] = [
  "AC_WATCH_LIST",
  "AREA_COUNT_IMPOSSIBLE",
  "AREA_FULL",
  "DISK_NEARLY_FULL",
  "TLS_CERTIFICATE",
  "VEHICLE_OVERSTAY",
];
const endings = (type: AlertType) => (situations.includes(type) ? "Over since " : "Working again since ");

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
  if (alert.state === "resolved" && alert.resolvedAt !== null)
    return (
      <p className={classes.when}>
        {alert.resolvedBy === null ? endings(alert.type) : `Resolved by ${alert.resolvedBy}, `}
        <DateTime at={alert.resolvedAt} timeZone={timeZone} />
      </p>
    );
  return null;
}
