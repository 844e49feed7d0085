import { reportMessages } from "@gatehouse/contract/reports/report.messages";
import type { ReportChart, ReportTotal } from "@gatehouse/contract/reports/report.schema";
import { Skeleton } from "@mantine/core";
import { errorText } from "../../api/api-error.ts";
import { useSite } from "../../api/site.ts";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { formatCount, formatNumber } from "../../ui/format-number.ts";
import { HourChart } from "../../ui/hour-chart.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import classes from "./report.module.css";
import type { useReportTotals } from "./report.queries.ts";
import { formatReportValue, isNumberKind, type TextKind } from "./report-texts.ts";

/** REP-2: the totals and charts of a report. */
export function ReportTotals({ totals: query }: { totals: ReturnType<typeof useReportTotals> }) {
  if (query.isError && query.data === undefined)
    return (
      <LoadFailure
        text={errorText(query.error, reportMessages["GET /reports/{type}/totals"].failure)}
        onRetry={() => void query.refetch()}
      />
    );
  if (query.data === undefined) return <Skeleton height={64} radius={8} />;
  const { count, totals, charts } = query.data;
  return (
    <>
      <Figures count={count} totals={totals.filter(({ group }) => group === null)} />
      <GroupedTotals totals={totals.filter(({ group }) => group !== null)} />
      {count > 0 && charts.length > 0 && (
        <div className={classes.charts}>
          {charts.map((chart) => (
            <Card key={chart.key} title={chart.title}>
              <Chart chart={chart} />
            </Card>
          ))}
        </div>
      )}
    </>
  );
}

/** Totals are never pictures or links. */
const format = ({ kind, value }: ReportTotal, currency: string) => formatReportValue(kind as TextKind, value, currency);

function Figures({ count, totals }: { count: number; totals: readonly ReportTotal[] }) {
  const { currency } = useSite();
  return (
    <dl className={classes.figures} aria-label="Totals">
      <div>
        <dt>Rows</dt>
        <dd>{formatNumber(count)}</dd>
      </div>
      {totals.map((total) => (
        <div key={total.key}>
          <dt>{total.title}</dt>
          <dd>{format(total, currency)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Totals of parts of the report, such as of each tariff: a row for each part. */
function GroupedTotals({ totals }: { totals: readonly ReportTotal[] }) {
  const { currency } = useSite();
  if (totals.length === 0) return null;
  const groups = [...new Set(totals.map(({ group }) => group ?? ""))];
  const columns = [...new Map(totals.map((total) => [total.title, total])).values()];
  const cellOf = (group: string, title: string) =>
    totals.find((total) => total.group === group && total.title === title);
  return (
    <DataTable
      label="Totals of parts"
      columns={[
        { title: "Part" },
        ...columns.map(({ title, kind }) => ({ title, isNumber: isNumberKind(kind), width: "16%" })),
      ]}
      rows={groups}
    >
      {(group) => (
        <tr key={group}>
          <td data-label="Part">{group}</td>
          {columns.map(({ title, kind }) => {
            const total = cellOf(group, title);
            return (
              <td key={title} data-label={title} data-number={isNumberKind(kind) || undefined}>
                {total === undefined ? "–" : format(total, currency)}
              </td>
            );
          })}
        </tr>
      )}
    </DataTable>
  );
}

function Chart({ chart: { title, labelTitle, valueTitle, bars } }: { chart: ReportChart }) {
  const sum = bars.reduce((total, { value }) => total + value, 0);
  const highest = bars.reduce((best, bar) => (bar.value > best.value ? bar : best), { label: "", value: 0 });
  return (
    <HourChart
      label={title}
      pointTitle={labelTitle}
      points={bars.map(({ label }) => label)}
      series={[{ name: valueTitle, values: bars.map(({ value }) => value), look: "bars" }]}
      summary={
        highest.value === 0
          ? `${valueTitle}: none`
          : `${valueTitle}: ${formatNumber(sum)} in ${formatCount(bars.length, "bar")}, most at ${highest.label} (${formatNumber(highest.value)})`
      }
    />
  );
}
