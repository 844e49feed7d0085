import { overviewMessages } from "@gatehouse/contract/entities/overview.messages";
import { Skeleton } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { errorText } from "../../api/api-error.ts";
import { useSite } from "../../api/site.ts";
import { GateCards } from "../../gate/gate-cards.tsx";
import { Card } from "../../ui/card.tsx";
import { formatNumber } from "../../ui/format-number.ts";
import { HourChart } from "../../ui/hour-chart.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Page } from "../../ui/page.tsx";
import { Segments } from "../../ui/segments.tsx";
import { useNowMs } from "../../ui/use-now.ts";
import { AreaList } from "./area-list.tsx";
import { BusyHours } from "./busy-hours.tsx";
import { nameHours, valuesAt } from "./clock-hours.ts";
import { findEvents } from "./event-lists.ts";
import { FigureList } from "./figure-list.tsx";
import { NeedsPerson } from "./needs-person.tsx";
import classes from "./overview.module.css";
import { useSeries } from "./overview.queries.ts";
import { dayPeriod, namedPeriod, periodChoices } from "./overview-period.ts";

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
