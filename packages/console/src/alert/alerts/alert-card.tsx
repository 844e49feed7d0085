import type { Alert, AlertState } from "@gatehouse/contract/entities/alert";
import type { AlertType } from "@gatehouse/contract/entities/alert-type";
import { formatCount } from "@gatehouse/contract/fields/number";
import { Button } from "@mantine/core";
import { IconCheck, IconChevronRight, IconClockPause, IconClockPlay, IconEyeCheck } from "@tabler/icons-react";
import { type ReactNode, type RefObject, Suspense, useId, useRef, useState } from "react";
import { useMay } from "../../api/permissions.ts";
import { useSite } from "../../api/site.ts";
import { useAction } from "../../api/use-action.ts";
import { useKeptState } from "../../forms/drafts.ts";
import { DateTime, RelativeTime } from "../../ui/date-time.tsx";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import { neighbourControl } from "../../ui/row-controls.ts";
import { AlertDetails } from "./alert-details.tsx";
import classes from "./alert-list.module.css";

const ShelveForm = lazyWithRetry(() => import("./shelve-form.tsx"));

interface AlertActionsProps {
  alert: Alert;
  /** The row, which may disappear after an action. */
  row: RefObject<HTMLLIElement | null>;
  /** Buttons before those of the actions. */
  children?: ReactNode;
}

/** What a person can do about an open alert. */
function AlertActions({ alert, row, children }: AlertActionsProps) {
  const { id, state, title } = alert;
  const may = useMay();
  const [isShelving, setIsShelving] = useKeptState<boolean>(`shelving.${id}`, false);
  const beside = useRef<HTMLElement>(null);
  const group = useRef<HTMLDivElement>(null);
  const shelveButton = useRef<HTMLButtonElement>(null);
  const resolve = useAction("POST /alerts/{id}/resolve", {
    topics: ["alerts"],
    onSuccess: () => beside.current?.focus(),
  });
  // The pressed button disappears; the next one keeps the focus in the row.
  const stay = { topics: ["alerts"], onSuccess: () => group.current?.querySelector("button")?.focus() } as const;
  const acknowledge = useAction("POST /alerts/{id}/acknowledge", stay);
  const unshelve = useAction("POST /alerts/{id}/unshelve", stay);
  const canAct = may("POST /alerts/{id}/resolve");
  const closeForm = () => {
    setIsShelving(false);
    (shelveButton.current ?? group.current?.querySelector("button"))?.focus();
  };
  return (
    <>
      <div ref={group} className={classes.actions}>
        {children}
        {canAct && state !== "acknowledged" && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconEyeCheck size={14} aria-hidden />}
            loading={acknowledge.isPending}
            onClick={() => acknowledge.mutate({ params: { id } })}
          >
            Acknowledge
          </Button>
        )}
        {canAct && state !== "shelved" && (
          <Button
            ref={shelveButton}
            variant="default"
            size="xs"
            aria-expanded={isShelving}
            leftSection={<IconClockPause size={14} aria-hidden />}
            onClick={() => setIsShelving(!isShelving)}
          >
            Shelve…
          </Button>
        )}
        {canAct && state === "shelved" && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconClockPlay size={14} aria-hidden />}
            loading={unshelve.isPending}
            onClick={() => unshelve.mutate({ params: { id } })}
          >
            Return now
          </Button>
        )}
        {canAct && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconCheck size={14} aria-hidden />}
            loading={resolve.isPending}
            onClick={() => {
              beside.current = neighbourControl(row.current);
              resolve.mutate({ params: { id } });
            }}
          >
            Mark as resolved
          </Button>
        )}
      </div>
      {isShelving && state !== "shelved" && (
        <Suspense>
          <ShelveForm id={id} title={title} onClose={closeForm} />
        </Suspense>
      )}
    </>
  );
}

const tags: Record<AlertState, string | undefined> = {
  active: undefined,
  acknowledged: "Acknowledged",
  shelved: "Shelved",
  resolved: "Resolved",
};

/** The tag of an alert that someone has handled. */
function AlertStateTag({ state }: { state: AlertState }) {
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

/** Who handled an alert, until when and why. */
function AlertHandling({ alert }: { alert: Alert }) {
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

interface AlertCardProps {
  alert: Alert;
  /** The alert that explains this one, if it is listed too. */
  cause?: Alert | undefined;
  /** How many other alerts it explains. */
  explains?: number;
  /** Below the alert that explains it. */
  isIndented?: boolean;
}

/** An alert; an open one is highlighted and can be handled. */
export function AlertCard({ alert, cause, explains = 0, isIndented = false }: AlertCardProps) {
  const { timeZone } = useSite();
  const titleId = useId();
  const detailsId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const isNew = alert.status === "new";
  return (
    <li ref={row} data-indented={isIndented || undefined}>
      <article
        className={classes.alert}
        data-new={isNew}
        data-handled={(isNew && alert.state !== "active") || undefined}
        aria-labelledby={titleId}
      >
        <div className={classes.words}>
          <div className={classes.head}>
            <h2 id={titleId}>{alert.title}</h2>
            <AlertStateTag state={alert.state} />
            {alert.count > 1 && <span className={classes.count}>{`${alert.count} times`}</span>}
            {explains > 0 && (
              <span className={classes.count}>{`Explains ${formatCount(explains, "other alert")}`}</span>
            )}
            <p className={classes.when}>
              <DateTime at={alert.createdAt} timeZone={timeZone} />
              {alert.count > 1 && (
                <>
                  {" · last seen "}
                  <RelativeTime at={alert.lastSeenAt} timeZone={timeZone} />
                </>
              )}
            </p>
          </div>
          <p className={classes.description}>{alert.description}</p>
          {cause && <p className={classes.when}>{`Probably because of: ${cause.title}. ${cause.description}`}</p>}
          <AlertHandling alert={alert} />
        </div>
        {isNew && (
          <AlertActions alert={alert} row={row}>
            <Button
              variant="default"
              size="xs"
              aria-expanded={isOpen}
              aria-controls={detailsId}
              leftSection={<IconChevronRight className={classes.chevron} size={14} aria-hidden />}
              onClick={() => setIsOpen(!isOpen)}
            >
              Details
            </Button>
          </AlertActions>
        )}
        {isNew && (
          <div id={detailsId} className={classes.details} hidden={!isOpen}>
            {isOpen && <AlertDetails alert={alert} />}
          </div>
        )}
      </article>
    </li>
  );
}
