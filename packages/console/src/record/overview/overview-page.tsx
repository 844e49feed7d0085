import { useNavigate, useSearch } from "@tanstack/react-router";
import { useSite } from "../../api/site.ts";
import { GateCards } from "../../gate/gate-cards.tsx";
import { Card } from "../../ui/card.tsx";
import { Page } from "../../ui/page.tsx";
import { Segments } from "../../ui/segments.tsx";
import { useNowMs } from "../../ui/use-now.ts";
import { BusyHours } from "./busy-hours.tsx";
import { FigureList } from "./figure-list.tsx";
import { FlowCharts } from "./flow-charts.tsx";
import { namedPeriod, periodChoices } from "./overview-period.ts";
import { SiteNow } from "./site-now.tsx";

/** What the site is doing, and where the problems are. */
export default function OverviewPage() {
  const { timeZone } = useSite();
  const navigate = useNavigate();
  const { tab } = useSearch({ strict: false });
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
