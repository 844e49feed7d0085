import { weekdays } from "@gatehouse/contract/entities/access/schedule";
import { reportFormats, reportIntervals } from "@gatehouse/contract/reports/report";
import type { ReportSchedule } from "@gatehouse/contract/reports/report-schedule";
import { reportOf } from "@gatehouse/contract/reports/report-types";
import { useSite } from "../../api/site.ts";
import { DetailsText } from "../../forms/details-text.tsx";
import { formatDateTime } from "../../ui/format-time.ts";
import { FileFilters } from "./report-file-filters.tsx";

/** REP-6: what a schedule produces, when, and for whom. */
export function ScheduleSummary({ schedule }: { schedule: ReportSchedule }) {
  const { timeZone } = useSite();
  const { type, format, at, emails, isEnabled, nextRunAt } = schedule;
  const [first, ...others] = schedule.deliver === "email" ? emails : [];
  const parts = [
    ...(isEnabled ? [] : ["Switched off"]),
    `${reportOf(type).title}, ${reportFormats[format]}`,
    `${describeDays(schedule)} at ${at}`,
    ...(first === undefined ? [] : [`to ${others.length === 0 ? first : `${first} and ${others.length} more`}`]),
    ...(nextRunAt === null ? [] : [`next on ${formatDateTime(new Date(nextRunAt), timeZone)}`]),
  ];
  return (
    <DetailsText>
      {parts.join(" · ")}
      <FileFilters filters={schedule.filters} />
    </DetailsText>
  );
}

function describeDays({ every, weekday, monthDay }: ReportSchedule): string {
  if (every === "weekly" && weekday !== null) return `every ${weekdays[weekday - 1]}`;
  if (every === "monthly" && monthDay !== null) return `on day ${monthDay} of every month`;
  return reportIntervals[every].toLowerCase();
}
