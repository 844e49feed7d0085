import type { Dashboard, Gauge, Variable } from "@gatehouse/contract/entities/variable";
import { variableMessages, variableTexts } from "@gatehouse/contract/entities/variable.messages";
import { Button, Skeleton } from "@mantine/core";
import { IconAlertTriangle, IconDashboard } from "@tabler/icons-react";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { errorText } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { callQuery } from "../../api/call-query.ts";
import { useSite } from "../../api/site.ts";
import { Card } from "../../ui/card.tsx";
import { DayCurve } from "../../ui/day-curve.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { formatNumber } from "../../ui/format-number.ts";
import { formatClock } from "../../ui/format-time.ts";
import { LoadError } from "../../ui/load-error.tsx";
import classes from "./gauge-tile.module.css";
import { isBelowZero } from "./variable-kinds.ts";

const variablesPath = "/access-control/rfidos/variables";
const dayRefreshMs = 60_000;

const variablesQuery = callQuery("variables", "GET /variables", { query: { scope: "rfid-ac" } });

/** The values of today. Refetched at an interval and not at every change: only the current values are live. */
const dayQuery = (mapped: readonly Variable[]) =>
  queryOptions({
    queryKey: ["dashboard day", ...mapped.map(({ id }) => id)] as const,
    queryFn: ({ signal }) => call("GET /variables/dashboard", { signal }),
    refetchInterval: dayRefreshMs,
    placeholderData: keepPreviousData,
    enabled: mapped.length > 0,
  });

/** Gauges of the variables that are mapped to the dashboard. */
export function DashboardCard() {
  const query = useQuery(variablesQuery);
  const mapped = (query.data ?? []).filter(({ displayName }) => displayName !== null).toSorted(byDisplayName);
  const day = useQuery(dayQuery(mapped));
  return (
    <Card title="Dashboard" purpose="Mapped RFID variables, now and over the day">
      {query.isPending && (
        <div className={classes.gauges}>
          {[1, 2, 3].map((key) => (
            <Skeleton key={key} height={200} radius={8} />
          ))}
        </div>
      )}
      {query.isError && query.data === undefined && (
        <LoadError
          text={errorText(query.error, variableMessages["GET /variables"].failure)}
          onRetry={() => void query.refetch()}
        />
      )}
      {day.isError && day.data === undefined && (
        <LoadError
          text={errorText(day.error, variableMessages["GET /variables/dashboard"].failure)}
          onRetry={() => void day.refetch()}
        />
      )}
      {query.data !== undefined && mapped.length === 0 && (
        <EmptyState
          icon={IconDashboard}
          title="No variable is mapped to the dashboard"
          action={
            <Button variant="default" renderRoot={(props) => <Link to={variablesPath} {...props} />}>
              Map a variable
            </Button>
          }
        >
          A mapped variable appears here as a gauge with its name and maximum.
        </EmptyState>
      )}
      {mapped.length > 0 && (
        <ul className={classes.gauges}>
          {mapped.map((variable) => (
            <GaugeTile key={variable.id} variable={variable} day={day.data} />
          ))}
        </ul>
      )}
    </Card>
  );
}

const byDisplayName = (one: Variable, other: Variable) =>
  (one.displayName ?? "").localeCompare(other.displayName ?? "") || one.id - other.id;

interface GaugeTileProps {
  variable: Variable;
  /** Undefined until it is loaded. */
  day: Dashboard | undefined;
}

/** A mapped variable: its value, how much of its maximum that is, and its values of today. */
function GaugeTile({ variable, day }: GaugeTileProps) {
  const titleId = useId();
  const { id, name, maxValue, computedValue: value } = variable;
  const title = variable.displayName ?? name;
  const isAbove = maxValue !== null && value > maxValue;
  const isBelow = isBelowZero(variable);
  const gauge = day?.gauges.find((candidate) => candidate.id === id);
  return (
    <li>
      <article className={classes.gauge} data-above={isAbove || isBelow || undefined} aria-labelledby={titleId}>
        <h3 id={titleId}>{title}</h3>
        <p className={classes.value}>
          <span className={classes.number}>{formatNumber(value)}</span>
          {maxValue !== null && <span className={classes.of}>{`of ${formatNumber(maxValue)}`}</span>}
          {(isAbove || isBelow) && (
            <span className={classes.above} title={isBelow ? variableTexts.belowZero : undefined}>
              <IconAlertTriangle size={14} aria-hidden />
              {isAbove ? "Above maximum" : "Below zero"}
            </span>
          )}
        </p>
        {maxValue === null ? (
          <p className={classes.note}>
            {"No maximum set. "}
            <Link to="/access-control/rfidos/variables" search={{ open: `mappings.${id}` }}>
              Set maximum
            </Link>
          </p>
        ) : (
          <Meter label={title} value={value} maxValue={maxValue} />
        )}
        {day !== undefined && gauge !== undefined ? (
          <GaugeDay title={title} value={value} maxValue={maxValue} gauge={gauge} day={day} />
        ) : (
          <Skeleton height={57} radius={4} />
        )}
        <Link className={classes.behind} to="/access-control/rfidos/variables" search={{ open: `values.${id}` }}>
          {`Behind ${name}`}
        </Link>
      </article>
    </li>
  );
}

/** How much of the maximum is reached. */
function Meter({ label, value, maxValue }: { label: string; value: number; maxValue: number }) {
  const text = `${formatNumber(value)} of ${formatNumber(maxValue)}${value > maxValue ? ", above maximum" : ""}`;
  // A meter's value lies within its range; the text has the real one.
  const shown = Math.min(Math.max(value, 0), maxValue);
  return (
    <meter className={classes.meter} aria-label={label} aria-valuetext={text} min={0} max={maxValue} value={shown}>
      {text}
    </meter>
  );
}

interface GaugeDayProps {
  title: string;
  /** The current value, which may be newer than the day's points. */
  value: number;
  maxValue: number | null;
  gauge: Gauge;
  day: Dashboard;
}

/** Today's values of a gauge as a curve, in words and as a table. */
function GaugeDay({ title, value, maxValue, gauge, day: { from, now, to } }: GaugeDayProps) {
  const { timeZone } = useSite();
  const isNewer = gauge.value !== value;
  const points = isNewer ? [...gauge.points, { at: now, value }] : gauge.points;
  const lowest = Math.min(gauge.lowest, value);
  const highest = Math.max(gauge.highest, value);
  const range = `lowest ${formatNumber(lowest)}, highest ${formatNumber(highest)}`;
  return (
    <>
      <DayCurve
        label={`${title} today: ${formatNumber(value)} now, ${range}`}
        points={points}
        from={from}
        now={now}
        to={to}
        lowest={lowest}
        highest={highest}
        limit={maxValue ?? undefined}
      />
      <p className={classes.axis} aria-hidden>
        <span>00:00</span>
        <span>24:00</span>
      </p>
      <p className={classes.note}>{`Today: ${range}`}</p>
      <details className={classes.values}>
        <summary>{`Values of ${title}`}</summary>
        <table aria-label={`Values of ${title} today`}>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Value</th>
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map(({ at, value: then }) => (
              // The current value can have the time of the last point.
              <tr key={`${at} ${then}`}>
                <td>
                  <time dateTime={at}>{formatClock(new Date(at), timeZone)}</time>
                </td>
                <td>{formatNumber(then)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
