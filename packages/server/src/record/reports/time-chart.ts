import { assertFound } from "@gatehouse/contract/assert-found";
import { dayMs, zonedText } from "@gatehouse/contract/fields/zoned-time";
import type { ReportChart } from "@gatehouse/contract/reports/report";
import { type RawBuilder, sql } from "kysely";
import type { ReadDb } from "../../platform/database/database.ts";
import type { ReportPeriod } from "./report-source.ts";

const maxHourlyDays = 2;
const maxDailyDays = 92;

/** YYYY-MM-DD */
const dateLength = 10;
/** +01:00 */
const offsetLength = 6;

type Step = "hour" | "day" | "month";

/** How the start of each step is written: a part of its ISO time. */
const labelLengths: Record<Step, number> = { hour: 16, day: 10, month: 7 };

function stepOf({ from, to }: ReportPeriod): Step {
  const days = (to.getTime() - from.getTime()) / dayMs;
  if (days <= maxHourlyDays) return "hour";
  return days <= maxDailyDays ? "day" : "month";
}

/** Counts the times of a statement per hour, day or month of the site, also those without any. */
export async function loadTimeChart(
  db: ReadDb,
  period: ReportPeriod,
  { times, title, valueTitle }: { times: RawBuilder<{ at: string }>; title: string; valueTitle: string },
): Promise<ReportChart> {
  const { from, to, timeZone } = period;
  const step = stepOf(period);
  const { rows } = await sql<{ at: string; value: number }>`
    with counted as (
      select date_trunc(${step}, times.at, ${timeZone}) as at, count(*) as value from (${times}) times group by 1
    )
    select steps.at, coalesce(counted.value, 0) as value
    from generate_series(date_trunc(${step}, ${from}::timestamptz, ${timeZone}),
      ${to}::timestamptz - interval '1 microsecond', ${`1 ${step}`}::interval, ${timeZone}) steps(at)
    left join counted on counted.at = steps.at order by steps.at`.execute(db);
  const starts = rows.map(({ at }) => zonedText(new Date(at), timeZone));
  // The date of a single day is in the period of the report.
  const isOneDay = step === "hour" && new Set(starts.map((start) => start.slice(0, dateLength))).size === 1;
  const labels = starts.map((start) => {
    const label = start.slice(0, labelLengths[step]);
    return isOneDay ? label.slice(dateLength + 1) : label.replace("T", " ");
  });
  // When the clocks go back, an hour occurs twice.
  const isRepeated = (label: string) => labels.indexOf(label) !== labels.lastIndexOf(label);
  const labelOf = (index: number) => {
    const label = assertFound(labels[index], "a bar without a label");
    return isRepeated(label) ? `${label} ${starts[index]?.slice(-offsetLength)}` : label;
  };
  return {
    key: "course",
    title: `${title} per ${step}`,
    labelTitle: `${step.charAt(0).toUpperCase()}${step.slice(1)}`,
    valueTitle,
    bars: rows.map(({ value }, index) => ({ label: labelOf(index), value })),
  };
}
