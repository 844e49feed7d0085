import { overviewMessages } from "@gatehouse/contract/entities/overview.messages";
import { Skeleton } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { errorText } from "../../api/api-error.ts";
import { useSite } from "../../api/site.ts";
import { Card } from "../../ui/card.tsx";
import { formatNumber } from "../../ui/format-number.ts";
import { HourChart } from "../../ui/hour-chart.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { nameHours, valuesAt } from "./clock-hours.ts";
import { findEvents } from "./event-lists.ts";
import classes from "./overview.module.css";
import { useSeries } from "./overview.queries.ts";
import { dayPeriod } from "./overview-period.ts";

const flows = [
  { name: "entries", title: "Entries per hour" },
  { name: "exits", title: "Exits per hour" },
] as const;

const hourMs = 3_600_000;

/** Entries and exits per hour, compared with the same weekday of the week before. */
export function FlowCharts({ now }: { now: Date }) {
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
      <LoadFailure
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
  const open = async (place: number) => {
    const from = today.data.points[place]?.at;
    if (from === undefined || values[place] === null) return;
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
