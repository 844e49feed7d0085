import { minorDigits, toDecimal } from "@gatehouse/contract/fares/money";
import { zonedText } from "@gatehouse/contract/fields/zoned-time";
import type { ReportValueKind } from "@gatehouse/contract/reports/report-columns";
import type { ReportContent, ReportMeta } from "./report-content.ts";

type Value = string | number | null;

/** The value of a cell as text that programs can read. */
export function toPlainText(kind: ReportValueKind, value: Value, currency: string): string {
  if (value === null) return "";
  if (typeof value === "string") return value;
  if (kind === "decimal") return value.toFixed(2);
  if (kind === "money") return toDecimal(value, currency);
  if (kind === "duration") return formatDuration(value);
  return String(value);
}

const numbers = new Intl.NumberFormat("en");
const decimals = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** The value of a cell as text that people read. */
export function toShownText(kind: ReportValueKind, value: Value, currency: string): string {
  if (kind === "time" && typeof value === "string") return formatTime(value);
  if (kind === "integer" && typeof value === "number") return numbers.format(value);
  if (kind === "decimal" && typeof value === "number") return decimals.format(value);
  if (kind === "money" && typeof value === "number") return formatAmount(value, currency);
  return toPlainText(kind, value, currency);
}

/** Creating a format takes longer than using it. */
const amounts = new Map<number, Intl.NumberFormat>();

function formatAmount(amount: number, currency: string): string {
  const digits = minorDigits(currency);
  const format =
    amounts.get(digits) ??
    new Intl.NumberFormat("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  amounts.set(digits, format);
  return format.format(toDecimal(amount, currency) as Intl.StringNumericLiteral);
}

/** Hours, minutes and seconds: `26:05:09`. */
function formatDuration(seconds: number): string {
  const whole = Math.round(Math.abs(seconds));
  const two = (part: number) => String(part).padStart(2, "0");
  const sign = seconds < 0 ? "-" : "";
  return `${sign}${Math.floor(whole / 3_600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

/** A local time with its offset, without fractions of seconds. */
const formatTime = (text: string) =>
  text.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?(Z|[+-]\d\d:\d\d)$/, "$1 $2 $3");

/** A time at the site, for the lines about a report. */
export const formatSiteTime = (at: Date, { timeZone }: Pick<ReportMeta, "timeZone">): string =>
  formatTime(zonedText(at, timeZone));

/** What a report contains, as titles and values. */
export function describeReport({
  meta,
  rowCount,
  columns,
  totals,
}: ReportContent): (readonly [title: string, value: string])[] {
  const filters = meta.filters.map(({ title, value }) => [title, value] as const);
  return [
    ["Site", meta.siteName],
    ["Period", `${formatSiteTime(meta.from, meta)} to before ${formatSiteTime(meta.to, meta)}`],
    ["Time zone", meta.timeZone],
    ...([...columns, ...totals].some(({ kind }) => kind === "money") ? [["Currency", meta.currency] as const] : []),
    ...(filters.length === 0 ? [["Filters", "None"] as const] : filters),
    ...(meta.gates === null ? [] : [["Limited to gates", meta.gates.join(", ")] as const]),
    ["Rows", numbers.format(rowCount)],
    ["Produced", `${formatSiteTime(meta.producedAt, meta)} by ${meta.producedBy}`],
  ];
}
