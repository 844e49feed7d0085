import type { Alert } from "@gatehouse/contract/entities/alert/alert.schema";
import { alertAdvice } from "@gatehouse/contract/entities/alert/alert-type";
import { Button } from "@mantine/core";
import { IconCheck, IconChevronRight } from "@tabler/icons-react";
import { useId, useRef, useState } from "react";
import { useMay } from "../../api/permissions.ts";
import { useSite } from "../../api/site.ts";
import { useAction } from "../../api/use-action.ts";
import { DateTime, RelativeTime } from "../../ui/date-time.tsx";
import { neighbourControl } from "../../ui/row-keyboard.ts";
import { toAlertFacts } from "./alert-facts.ts";
import classes from "./alert-list.module.css";

/** ALERT-2, ALERT-3: an alert; a new one is highlighted and can be resolved. */
export function AlertCard({ alert }: { alert: Alert }) {
  const { timeZone } = useSite();
  const may = useMay();
  const titleId = useId();
  const detailsId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const beside = useRef<HTMLElement>(null);
  const resolve = useAction("POST /alerts/{id}/resolve", {
    topics: ["alerts"],
    onSuccess: () => beside.current?.focus(),
  });
  const isNew = alert.status === "new";
  return (
    <li ref={row}>
      <article className={classes.alert} data-new={isNew} aria-labelledby={titleId}>
        <div className={classes.words}>
          <div className={classes.head}>
            <h2 id={titleId}>{alert.title}</h2>
            {!isNew && <span className={classes.resolved}>Resolved</span>}
            {alert.count > 1 && <span className={classes.count}>{`${alert.count} times`}</span>}
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
        </div>
        {isNew && (
          <div className={classes.actions}>
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
            {may("POST /alerts/{id}/resolve") && (
              <Button
                variant="default"
                size="xs"
                leftSection={<IconCheck size={14} aria-hidden />}
                loading={resolve.isPending}
                onClick={() => {
                  beside.current = neighbourControl(row.current);
                  resolve.mutate({ params: { id: alert.id } });
                }}
              >
                Mark as resolved
              </Button>
            )}
          </div>
        )}
        {isNew && (
          <div id={detailsId} className={classes.details} hidden={!isOpen}>
            <Details alert={alert} />
          </div>
        )}
      </article>
    </li>
  );
}

/** ALERT-5, FEED-6: the recommended action with the excerpt of a message, or the error and the other details. */
function Details({ alert: { type, additionalInfo } }: { alert: Alert }) {
  const advice = alertAdvice[type];
  const { error, excerpt, ...others } = additionalInfo;
  if (advice !== null)
    return (
      <>
        <p>{advice}</p>
        {typeof excerpt === "string" && <pre>{excerpt}</pre>}
      </>
    );
  const facts = toAlertFacts(others);
  return (
    <>
      <p className={classes.error}>Error</p>
      <p>{typeof error === "string" && error !== "" ? error : "No further information"}</p>
      {facts.length > 0 && (
        <dl className={classes.facts}>
          {facts.map(({ label, text }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
