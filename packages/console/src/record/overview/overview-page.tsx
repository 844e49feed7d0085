import type { Alert } from "@gatehouse/contract/entities/alert";
import { alertMessages } from "@gatehouse/contract/entities/alert.messages";
import type { AlertScope } from "@gatehouse/contract/entities/alert-type";
import { overviewMessages } from "@gatehouse/contract/entities/overview.messages";
import type { FigureName } from "@gatehouse/contract/entities/overview-figures";
import { Skeleton } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQueries } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { errorText } from "../../api/api-error.ts";
import { useSite } from "../../api/site.ts";
import { GateCards } from "../../gate/gate-cards.tsx";
import { Card } from "../../ui/card.tsx";
import { RelativeTime } from "../../ui/date-time.tsx";
import { formatNumber } from "../../ui/format-number.ts";
import { HourChart } from "../../ui/hour-chart.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { Page } from "../../ui/page.tsx";
import { Segments } from "../../ui/segments.tsx";
import { useNowMs } from "../../ui/use-now.ts";
import { AreaList } from "./area-list.tsx";
import { BusyHours } from "./busy-hours.tsx";
import { nameHours, valuesAt } from "./clock-hours.ts";
import { findEvents, toEventLink } from "./event-lists.ts";
import { FigureList } from "./figure-list.tsx";
import classes from "./overview.module.css";
import { openAlertQueries, useFigures, useSeries } from "./overview.queries.ts";
import { dayPeriod, namedPeriod, periodChoices } from "./overview-period.ts";

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
function NeedsPerson({ now }: { now: Date }) {
  const { timeZone } = useSite();
  const scopes = useQueries({ queries: openAlertQueries });
  const figures = useFigures(dayPeriod(now, timeZone, 0));
  const failed = scopes.find((query) => query.isError && query.data === undefined);
  if (failed)
    return (
      <LoadError
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

/** What the site is doing, and where the problems are. */
export default function OverviewPage() {
  const { timeZone } = useSite();
  const navigate = useNavigate();
  const { tab } = useSearch({ from: "/shell/overview" });
  const now = new Date(useNowMs());
  const period = periodChoices.find(({ value }) => value === tab)?.value ?? "today";
  const choose = (value: string) =>
    void navigate({ to: ".", search: value === "today" ? {} : { tab: value }, replace: true });
  return (
    <Page>
      <Card title="Gates now">
        <GateCards />
      </Card>
      <SiteNow now={now} />
      <FlowCharts now={now} />
      <Card
        title="Figures"
        action={<Segments label="Period" choices={periodChoices} value={period} onChange={choose} />}
      >
        <FigureList period={namedPeriod(period, now, timeZone)} />
      </Card>
      <BusyHours />
    </Page>
  );
}

/** What needs a person, and the vehicles in each area. */
function SiteNow({ now }: { now: Date }) {
  return (
    <div className={`${classes.flows} ${classes.now}`}>
      <Card title="Needs a person">
        <NeedsPerson now={now} />
      </Card>
      <Card title="Occupancy">
        <AreaList now={now} />
      </Card>
    </div>
  );
}

const flows = [
  { name: "entries", title: "Entries per hour" },
  { name: "exits", title: "Exits per hour" },
] as const;

const hourMs = 3_600_000;

/** Entries and exits per hour, compared with the same weekday of the week before. */
function FlowCharts({ now }: { now: Date }) {
  return (
    <div className={classes.flows}>
      {flows.map(({ name, title }) => (
        <Card key={name} title={title}>
          <FlowChart name={name} title={title} now={now} />
        </Card>
      ))}
    </div>
  );
}

const sum = (values: readonly (number | null)[]) => values.reduce<number>((total, value) => total + (value ?? 0), 0);

function FlowChart({ name, title, now }: { name: "entries" | "exits"; title: string; now: Date }) {
  const { timeZone } = useSite();
  const navigate = useNavigate();
  const today = useSeries(name, dayPeriod(now, timeZone, 0));
  const before = useSeries(name, dayPeriod(now, timeZone, -7));
  if (today.isError && today.data === undefined)
    return (
      <LoadError
        text={errorText(today.error, overviewMessages["GET /overview/series"].failure)}
        onRetry={() => void today.refetch()}
      />
    );
  if (!today.data) return <Skeleton height={190} radius={6} />;
  const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone }).format(now);
  const values = today.data.points.map(({ value }) => value);
  const pastPoints = before.data?.points ?? [];
  const past = valuesAt(today.data.points, pastPoints, { timeZone, join: (first, second) => sum([first, second]) });
  const pastTotal = sum(pastPoints.map(({ value }) => value));
  const total = `Today ${formatNumber(sum(values))}, last ${weekday} ${formatNumber(pastTotal)} in all`;
  const open = async (index: number) => {
    const from = today.data.points[index]?.at;
    if (from === undefined || values[index] === null) return;
    const to = new Date(Date.parse(from) + hourMs).toISOString();
    const link = await findEvents(name, { from, to });
    if (link) await navigate({ to: link.path, search: link.search });
  };
  return (
    <HourChart
      label={title}
      points={nameHours(today.data.points, timeZone)}
      series={[
        { name: "Today", values, look: "bars" },
        { name: `Last ${weekday}`, values: past, look: "past" },
      ]}
      summary={total}
      onOpen={(place) => void open(place).catch(() => undefined)}
    />
  );
}
