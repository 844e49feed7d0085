import type { ReportChart, ReportTotal } from "@gatehouse/contract/reports/report";
import { reportMessages } from "@gatehouse/contract/reports/report.messages";
import { totalGroupTitle } from "@gatehouse/contract/reports/report-columns";
import { Skeleton } from "@mantine/core";
import { errorText } from "../../api/api-error.ts";
import { useSite } from "../../api/site.ts";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { formatNumber } from "../../ui/format-number.ts";
import { HourChart } from "../../ui/hour-chart.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import classes from "./report.module.css";
import type { useReportTotals } from "./report.queries.ts";
import { formatChartLabel, formatReportValue, isNumberKind, type TextKind } from "./report-texts.ts";

/** The totals and charts of a report. */
export function ReportTotals({ totals: query }: { totals: ReturnType<typeof useReportTotals> }) {
  if (query.isError && query.data === undefined)
    return (
      <LoadError
        text={errorText(query.error, reportMessages["GET /reports/{type}/totals"].failure)}
        onRetry={() => void query.refetch()}
      />
    );
  if (query.data === undefined) return <Skeleton height={64} radius={8} />;
  const { count, totals, charts } = query.data;
  return (
    <>
      <Figures totals={totals.filter(({ group }) => group === null)} />
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

function Figures({ totals }: { totals: readonly ReportTotal[] }) {
  const { currency } = useSite();
  return (
    <dl className={classes.figures} aria-label="Totals">
      {totals.map((total) => (
        <div key={total.key}>
          <dt>{total.title}</dt>
          <dd>{format(total, currency)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The totals of each tariff and shift. */
function GroupedTotals({ totals }: { totals: readonly ReportTotal[] }) {
  const { currency } = useSite();
  if (totals.length === 0) return null;
  const groups = [...new Set(totals.map(({ group }) => group ?? ""))];
  const columns = [...new Map(totals.map((total) => [total.title, total])).values()];
  const cellOf = (group: string, title: string) =>
    totals.find((total) => total.group === group && total.title === title);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it
    <section className={classes.parts} aria-label={totalGroupTitle} tabIndex={0}>
      <DataTable
        label={`Totals: ${totalGroupTitle.toLowerCase()}`}
        columns={[
          { title: totalGroupTitle },
          ...columns.map(({ title, kind }) => ({ title, width: "15%", ...(isNumberKind(kind) && { isNumber: true }) })),
        ]}
        rows={groups}
      >
        {(group) => (
          <tr key={group}>
            <td>{group}</td>
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
    </section>
  );
}

function Chart({ chart: { title, labelTitle, valueTitle, bars } }: { chart: ReportChart }) {
  const sum = bars.reduce((total, { value }) => total + value, 0);
  const highest = bars.reduce((best, bar) => (bar.value > best.value ? bar : best), { label: "", value: 0 });
  return (
    <HourChart
      label={title}
      pointTitle={labelTitle}
      points={bars.map(({ label }) => formatChartLabel(label))}
      series={[{ name: valueTitle, values: bars.map(({ value }) => value), look: "bars" }]}
      summary={
        highest.value === 0
          ? `${valueTitle}: none`
          : `${valueTitle}: ${formatNumber(sum)}, most at ${formatChartLabel(highest.label)} (${formatNumber(highest.value)})`
      }
    />
  );
}
