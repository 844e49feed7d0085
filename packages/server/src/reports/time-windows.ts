import type { ReportPeriod } from "./report-source.ts";

const firstMonths = 1;

/**
 * The parts of a period from a time on, in order. They end with months of UTC, like the partitions of events, and each is
 * twice as long as the one before: a page that fills quickly touches few partitions, and an empty decade few statements.
 */
export function* listWindows(period: ReportPeriod, start?: string): Generator<ReportPeriod> {
  let from = start === undefined ? period.from : new Date(Math.max(Date.parse(start), period.from.getTime()));
  for (let months = firstMonths; from < period.to; months *= 2) {
    const end = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months));
    const to = end < period.to ? end : period.to;
    yield { ...period, from, to };
    from = to;
  }
}
