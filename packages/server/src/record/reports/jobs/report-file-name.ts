import { zonedText } from "@gatehouse/contract/fields/zoned-time";
import type { ReportFormat } from "@gatehouse/contract/reports/report";
import type { ReportCode } from "@gatehouse/contract/reports/report-types";
import type { ReportPeriod } from "../report-source.ts";

/** The name of a file, with the first and the last day of the period. */
export function toFileName(
  type: ReportCode,
  { from, to, timeZone }: ReportPeriod,
  extension: ReportFormat | "zip",
): string {
  const day = (at: Date) => zonedText(at, timeZone).slice(0, 10);
  const days = [...new Set([day(from), day(new Date(to.getTime() - 1))])];
  return `${[type.toLowerCase().replaceAll("_", "-"), ...days].join("_")}.${extension}`;
}
