import type { Alert } from "@gatehouse/contract/entities/alert";
import { alertMessages } from "@gatehouse/contract/entities/alert.messages";
import type { AlertScope } from "@gatehouse/contract/entities/alert-type";
import type { FigureName } from "@gatehouse/contract/entities/overview-figures";
import { Skeleton } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { errorText } from "../../api/api-error.ts";
import { useSite } from "../../api/site.ts";
import { RelativeTime } from "../../ui/date-time.tsx";
import { formatNumber } from "../../ui/format-number.ts";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { toEventLink } from "./event-lists.ts";
import classes from "./overview.module.css";
import { openAlertQueries, useFigures } from "./overview.queries.ts";
import { dayPeriod } from "./overview-period.ts";

/** The page with the alerts of each scope. */
const alertPages = {
  ac: "/access-control/alerts",
  epld: "/epld/alerts",
  cc: "/camera-counting/settings",
} as const satisfies Record<AlertScope, string>;

/** Figures of which each event may need a person. */
const exceptions: readonly FigureName[] = ["overstays", "unpairedEntries", "falseDenials"];

const maxAlerts = 8;

/** What needs a person: the newest alerts, then today's exceptions. */
export function NeedsPerson({ now }: { now: Date }) {
  const { timeZone } = useSite();
  const scopes = useQueries({ queries: openAlertQueries });
  const figures = useFigures(dayPeriod(now, timeZone, 0));
  const failed = scopes.find((query) => query.isError && query.data === undefined);
  if (failed)
    return (
      <LoadFailure
        text={errorText(failed.error, alertMessages["GET /alerts"].failure)}
        onRetry={() => void failed.refetch()}
      />
    );
  if (scopes.some(({ data }) => data === undefined)) return <Skeleton height={160} radius={6} />;
  const alerts = listUrgent(scopes.flatMap(({ data = [] }) => data));
  const open =
    figures.data?.figures.filter(({ name, value }) => exceptions.includes(name) && value !== null && value > 0) ?? [];
  if (alerts.length === 0 && open.length === 0) return <p className={classes.lists}>Nothing needs you now.</p>;
  return (
    <ul className={classes.needs} aria-label="What needs a person">
      {alerts.slice(0, maxAlerts).map(({ id, title, description, lastSeenAt, scope }) => (
        <li key={id}>
          <IconAlertTriangle size={16} aria-hidden />
          <div>
            <Link to={alertPages[scope]}>{title}</Link>
            <p>{description}</p>
          </div>
          <RelativeTime at={lastSeenAt} timeZone={timeZone} />
        </li>
      ))}
      {alerts.length > maxAlerts && (
        <li>
          <Link to={alertPages.ac}>{formatNumber(alerts.length - maxAlerts)} more alerts</Link>
        </li>
      )}
      {open.flatMap(({ title, events }) =>
        events.map(toEventLink).map(({ path, search, count, title: of }) => (
          <li key={`${title} ${path}`}>
            <IconAlertTriangle size={16} aria-hidden />
            <div>
              <Link to={path} search={search}>
                {events.length > 1 ? `${title}, ${of.toLowerCase()}` : title}
              </Link>
            </div>
            <strong>{formatNumber(count)}</strong>
          </li>
        )),
      )}
    </ul>
  );
}

/** Alerts that are neither shelved nor explained by another one, the latest first. */
function listUrgent(alerts: readonly Alert[]): Alert[] {
  const ids = new Set(alerts.map(({ id }) => id));
  return alerts
    .filter(({ state, causeId }) => state !== "shelved" && (causeId === null || !ids.has(causeId)))
    .sort((one, other) => other.lastSeenAt.localeCompare(one.lastSeenAt));
}
