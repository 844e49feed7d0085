import { overviewMessages } from "@gatehouse/contract/entities/overview.messages";
import { formatCount } from "@gatehouse/contract/fields/number";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type CSSProperties, type KeyboardEvent, useState } from "react";
import { errorText } from "../../api/api-error.ts";
import { useSite } from "../../api/site.ts";
import { Card } from "../../ui/card.tsx";
import { formatNumber } from "../../ui/format-number.ts";
import { hourTitle, weekdayTitles } from "../../ui/format-time.ts";
import { LoadError } from "../../ui/load-error.tsx";
import { Segments } from "../../ui/segments.tsx";
import { useNowMs } from "../../ui/use-now.ts";
import { countByWeekHour, dayHours } from "./clock-hours.ts";
import { findEvents } from "./event-lists.ts";
import classes from "./overview.module.css";
import { seriesQuery } from "./overview.queries.ts";
import { dayPeriod } from "./overview-period.ts";

const flows = [
  { value: "entries", label: "Entries", nouns: ["entry", "entries"] },
  { value: "exits", label: "Exits", nouns: ["exit", "exits"] },
] as const;
const periods = [
  { value: "4", label: "4 weeks" },
  { value: "8", label: "8 weeks" },
] as const;

/** Entries or exits of the last whole weeks by weekday and hour of the site. Each number opens its events. */
export function BusyHours() {
  const { timeZone } = useSite();
  const now = new Date(useNowMs());
  const navigate = useNavigate();
  const [flow, setFlow] = useState<(typeof flows)[number]["value"]>("entries");
  const [weeks, setWeeks] = useState<(typeof periods)[number]["value"]>("4");
  const period = { from: dayPeriod(now, timeZone, -7 * Number(weeks)).from, to: dayPeriod(now, timeZone, 0).from };
  const query = useQuery(seriesQuery(flow, period));
  const [flowShown = flows[0]] = flows.filter(({ value }) => value === flow);
  const open = async (weekday: number, hour: number) => {
    const link = await findEvents(flow, { from: period.from.toISOString(), to: period.to.toISOString() });
    if (link) await navigate({ to: link.path, search: { ...link.search, weekHour: `${weekday + 1}-${hour}` } });
  };
  return (
    <Card
      title="Busy hours"
      purpose={`Vehicles by weekday and hour, site time, in the last ${weeks} whole weeks. A number opens its events, or the longer list of plates and tags.`}
      action={
        <div className={classes.choices}>
          <Segments label="Show" choices={flows} value={flow} onChange={setFlow} />
          <Segments label="Period" choices={periods} value={weeks} onChange={setWeeks} />
        </div>
      }
    >
      {query.isError && query.data === undefined ? (
        <LoadError
          text={errorText(query.error, overviewMessages["GET /overview/series"].failure)}
          onRetry={() => void query.refetch()}
        />
      ) : query.data === undefined ? (
        <Skeleton height={260} radius={6} />
      ) : (
        <WeekTable
          counts={countByWeekHour(query.data.points, timeZone)}
          nouns={flowShown.nouns}
          onOpen={(weekday, hour) => void open(weekday, hour).catch(() => undefined)}
        />
      )}
    </Card>
  );
}

const hours = Array.from({ length: dayHours }, (_, hour) => hour);

interface WeekTableProps {
  counts: readonly number[];
  nouns: readonly [one: string, many: string];
  onOpen: (weekday: number, hour: number) => void;
}

/** A table with a colour behind each number, so that it reads without the colours too. Arrow keys move between numbers. */
function WeekTable({ counts, nouns, onOpen }: WeekTableProps) {
  const most = Math.max(1, ...counts);
  const [current, setCurrent] = useState(0);
  const onKey = (event: KeyboardEvent<HTMLTableElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: dayHours, ArrowUp: -dayHours }[event.key];
    const next = current + (step ?? Number.NaN);
    const target = event.currentTarget.querySelectorAll<HTMLElement>("td > button")[next];
    if (target === undefined) return;
    event.preventDefault();
    target.focus();
  };
  return (
    <section className={classes.week} aria-label="Busy hours, table">
      <table aria-label="Vehicles by weekday and hour" onKeyDown={onKey}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Weekday</span>
            </th>
            {hours.map((hour) => (
              <th key={hour} scope="col">
                <span aria-hidden>{String(hour).padStart(2, "0")}</span>
                <span className="visually-hidden">{hourTitle(hour)}</span>
              </th>
            ))}
            <th scope="col">Day</th>
          </tr>
        </thead>
        <tbody>
          {weekdayTitles.map((title, weekday) => {
            const day = counts.slice(weekday * dayHours, (weekday + 1) * dayHours);
            return (
              <tr key={title}>
                <th scope="row">{title}</th>
                {day.map((count, hour) => {
                  const place = weekday * dayHours + hour;
                  const what = `${title} ${hourTitle(hour)}: ${formatCount(count, ...nouns)}`;
                  return (
                    <td
                      key={hours[hour]}
                      style={{ "--gh-heat": `${Math.round((70 * count) / most)}%` } as CSSProperties}
                    >
                      <button
                        type="button"
                        tabIndex={place === current ? 0 : -1}
                        aria-label={what}
                        title={what}
                        aria-disabled={count === 0}
                        onFocus={() => setCurrent(place)}
                        onClick={() => count > 0 && onOpen(weekday, hour)}
                      >
                        {count === 0 ? "" : formatNumber(count)}
                      </button>
                    </td>
                  );
                })}
                <td>{formatNumber(day.reduce((sum, count) => sum + count, 0))}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
