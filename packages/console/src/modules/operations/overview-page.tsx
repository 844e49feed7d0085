import { useNavigate, useSearch } from "@tanstack/react-router";
import { useSite } from "../../api/site.ts";
import { GateCards } from "../../entities/gate/gate-cards.tsx";
import { AreaList } from "../../entities/overview/area-list.tsx";
import { FigureList } from "../../entities/overview/figure-list.tsx";
import { FlowCharts } from "../../entities/overview/flow-charts.tsx";
import { NeedsPerson } from "../../entities/overview/needs-person.tsx";
import { namedPeriod, periodChoices } from "../../entities/overview/overview-period.ts";
import { Card } from "../../ui/card.tsx";
import { Page } from "../../ui/page.tsx";
import { Segments } from "../../ui/segments.tsx";
import { useNowMs } from "../../ui/use-now.ts";
import classes from "./overview-page.module.css";

/** OPS-1: what the site is doing, and where the problems are. */
export default function OverviewPage() {
  const { timeZone } = useSite();
  const navigate = useNavigate();
  const { tab } = useSearch({ strict: false });
  const now = new Date(useNowMs());
  const period = periodChoices.find(({ value }) => value === tab)?.value ?? "today";
  return (
    <Page>
      <section aria-labelledby="gates-now" className={classes.part}>
        <h2 id="gates-now">Gates now</h2>
        <GateCards />
      </section>
      <div className={classes.columns}>
        <Card title="Occupancy">
          <AreaList now={now} />
        </Card>
        <Card title="Needs a person">
          <NeedsPerson now={now} />
        </Card>
      </div>
      <FlowCharts now={now} />
      <section aria-labelledby="figures" className={classes.part}>
        <div className={classes.head}>
          <h2 id="figures">Figures</h2>
          <Segments
            label="Period"
            choices={periodChoices}
            value={period}
            onChange={(value) =>
              void navigate({ to: ".", search: value === "today" ? {} : { tab: value }, replace: true })
            }
          />
        </div>
        <FigureList period={namedPeriod(period, now, timeZone)} />
      </section>
    </Page>
  );
}
