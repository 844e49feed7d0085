import { formatMoney } from "@gatehouse/contract/fares/money";
import type { ReportValueKind } from "@gatehouse/contract/reports/report-columns";
import type { ReportCode } from "@gatehouse/contract/reports/report-types";
import { formatNumber } from "../../ui/format-number.ts";
import { formatDateTime, supportedTimeZone } from "../../ui/format-time.ts";
import type { ShownPeriod } from "./report-params.ts";

export const reportPurposes: Record<ReportCode, string> = {
  REGISTERED_VEHICLE_ACCESS: "Passages of registered vehicles with decision, reason and barrier confirmation.",
  UNREGISTERED_RFID_VEHICLE_ACCESS: "Tags that are not registered, with their visits.",
  UNREGISTERED_ANPR_VEHICLE_ACCESS: "Plates that are not registered, with their visits and probable misreads.",
  FARE: "Stays with their tariffs, fares, discounts and waivers.",
  OSD: "Vehicles above the speed limit of their lane, with evidence.",
  OPERATOR_PORTAL_ACCESS: "What people did in the console: sign-ins, changes, manual openings and exports.",
  BULK: "All other enabled reports as files in one ZIP archive, with a manifest of hashes.",
};

/** A period for people: "16 Nov 2026", "16 – 22 Nov 2026" or "November 2026". */
export function formatPeriod({ choice, from, to }: ShownPeriod, timeZone: string): string {
  if (choice === "custom") return `${formatDateTime(from, timeZone)} – ${formatDateTime(to, timeZone)}`;
  const zone = { timeZone: supportedTimeZone(timeZone) };
  if (choice === "month")
    return new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", ...zone }).format(from);
  const day = { weekday: "short", day: "numeric", month: "short", year: "numeric", ...zone } as const;
  return new Intl.DateTimeFormat("en-GB", day).formatRange(from, new Date(to.getTime() - 1));
}

const decimals = new Intl.NumberFormat("en-GB", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const units = [
  ["d", 86_400],
  ["h", 3_600],
  ["min", 60],
] as const;

/** A duration with its two largest units: "2 d 3 h", "45 min" or "30 s". */
function formatSeconds(seconds: number): string {
  const parts: string[] = [];
  let rest = Math.round(seconds);
  for (const [unit, length] of units) {
    if (rest >= length) parts.push(`${Math.floor(rest / length)} ${unit}`);
    rest %= length;
  }
  if (parts.length === 0) return `${rest} s`;
  return parts.slice(0, 2).join(" ");
}

const zonedText = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?(.*)$/;
const dates = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

/** A time of a report with the offset of the site at that time: "16 Nov 2026, 14:03:22 +05:30". */
function formatZonedText(text: string): string {
  const [, date, clock, offset] = zonedText.exec(text) ?? [];
  return date === undefined ? text : `${dates.format(new Date(`${date}T00:00Z`))}, ${clock} ${offset}`;
}

const chartLabel = /^(\d{4})-(\d\d)(?:-(\d\d))?(?: (\d\d:\d\d))?$/;
const monthNames = new Intl.DateTimeFormat("en-GB", { month: "short", timeZone: "UTC" });

/** The label of a bar: "16 Nov" for a date, "Nov 2026" for a month, "16 Nov, 05:00" for an hour; others stay as they are. */
export function formatChartLabel(label: string): string {
  const [, year, month, day, clock] = chartLabel.exec(label) ?? [];
  if (year === undefined) return label;
  const name = monthNames.format(new Date(`${year}-${month}-01T00:00Z`));
  if (day === undefined) return `${name} ${year}`;
  return [`${Number(day)} ${name}`, ...(clock === undefined ? [] : [clock])].join(", ");
}

/** The kinds of values that are written as text. */
export type TextKind = Exclude<ReportValueKind, "picture" | "link">;

type Format = (value: string | number, currency: string) => string;

const formats: Record<TextKind, Format> = {
  time: (value) => formatZonedText(String(value)),
  text: String,
  id: String,
  integer: (value) => formatNumber(Number(value)),
  decimal: (value) => decimals.format(Number(value)).replace("-", "−"),
  money: (value, currency) => formatMoney(Number(value), currency),
  duration: (value) => formatSeconds(Number(value)),
};

/** A value of a report for people. */
export const formatReportValue = (kind: TextKind, value: string | number | null, currency: string): string =>
  value === null ? "–" : formats[kind](value, currency);

/** The kinds whose values are right-aligned. */
export const isNumberKind = (kind: ReportValueKind): boolean =>
  kind === "id" || kind === "integer" || kind === "decimal" || kind === "money" || kind === "duration";
