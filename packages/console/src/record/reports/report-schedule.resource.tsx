import { weekdays } from "@gatehouse/contract/entities/access/schedule";
import { gateTypes, gateTypeTitles } from "@gatehouse/contract/fields/gate-types";
import { vehicleTypes, vehicleTypeTitles } from "@gatehouse/contract/fields/vehicle-type";
import { reportDeliveries, reportFormats, reportIntervals } from "@gatehouse/contract/reports/report";
import type { ReportSchedule, reportScheduleDraft } from "@gatehouse/contract/reports/report-schedule";
import { type ReportCode, type ReportFilterName, reportOf, reports } from "@gatehouse/contract/reports/report-types";
import { useSite } from "../../api/site.ts";
import { DetailsText } from "../../forms/details-text.tsx";
import { EmailsInput, toEmails } from "../../forms/emails-input.tsx";
import type { Choice, FieldName, Values } from "../../forms/field.ts";
import type { Resource } from "../../forms/resource.ts";
import { formatDateTime } from "../../ui/format-time.ts";
import { FileFilters } from "./report-file-filters.tsx";

const toChoices = (titles: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(titles).map(([value, label]) => ({ value, label }));
const any = { value: "", label: "Any" };

const has = (filter: ReportFilterName) => ({
  isHalf: true,
  showIf: ({ type }: Values) => {
    const report = reports.find(({ code }) => code === type);
    return report !== undefined && reportOf(report.code).filters.includes(filter);
  },
});

/** Schedules that produce reports of the last complete day, week or month; the person may see the `readable` types. */
export const reportSchedules = (
  readable: readonly ReportCode[] | undefined,
): Resource<ReportSchedule, FieldName<typeof reportScheduleDraft>> => ({
  topic: "report_schedules",
  name: "report_schedules",
  noun: "report schedule",
  isWide: true,
  list: { key: "GET /report-schedules" },
  create: "POST /report-schedules",
  change: "PUT /report-schedules/{id}",
  remove: "DELETE /report-schedules/{id}",
  test: { key: "POST /report-schedules/{id}/run", label: "Run now" },
  draft: () => import("@gatehouse/contract/reports/report-schedule").then((file) => file.reportScheduleDraft),
  fields: [
    { kind: "text", name: "name", label: "Name", placeholder: "Monthly access report" },
    {
      kind: "option",
      name: "type",
      label: "Report",
      choices: reports.map(({ code, title }) => ({
        value: code,
        label: title,
        disabled: readable?.includes(code) === false,
      })),
      isHalf: true,
    },
    {
      kind: "option",
      name: "format",
      label: "Format",
      choices: toChoices(reportFormats),
      initial: "xlsx",
      isHalf: true,
    },
    {
      kind: "option",
      name: "every",
      label: "Runs",
      help: "The report is about the last complete day, week or month",
      choices: toChoices(reportIntervals),
      initial: "daily",
      isHalf: true,
    },
    {
      kind: "option",
      name: "weekday",
      label: "Day of the week",
      choices: weekdays.map((label, index) => ({ value: String(index + 1), label })),
      initial: "1",
      sendsNumber: true,
      isHalf: true,
      showIf: ({ every }) => every === "weekly",
    },
    {
      kind: "number",
      name: "monthDay",
      label: "Day of the month",
      help: "In a shorter month it runs on the last day",
      initial: "1",
      isHalf: true,
      showIf: ({ every }) => every === "monthly",
    },
    { kind: "text", name: "at", label: "At", help: "Site time", placeholder: "06:00", initial: "06:00", isHalf: true },
    {
      kind: "reference",
      name: "filters.gateId",
      label: "Gate",
      placeholder: "Any",
      from: { topic: "gates", key: "GET /gates", label: ({ name }) => String(name) },
      ...has("gateId"),
    },
    {
      kind: "option",
      name: "filters.direction",
      label: "Direction",
      choices: [any, ...gateTypes.map((value) => ({ value, label: gateTypeTitles[value] }))],
      initial: "",
      ...has("direction"),
    },
    {
      kind: "reference",
      name: "filters.groupId",
      label: "Group",
      placeholder: "Any",
      from: { topic: "access_groups", key: "GET /access/groups", label: ({ name }) => String(name) },
      ...has("groupId"),
    },
    {
      kind: "option",
      name: "filters.vehicleType",
      label: "Vehicle type",
      choices: [any, ...vehicleTypes.map((value) => ({ value, label: vehicleTypeTitles[value] }))],
      initial: "",
      ...has("vehicleType"),
    },
    { kind: "text", name: "filters.person", label: "Person", placeholder: "Any", ...has("person") },
    {
      kind: "option",
      name: "deliver",
      label: "Delivery",
      help: "Files are always kept for download too",
      choices: toChoices(reportDeliveries),
      initial: "keep",
    },
    {
      kind: "custom",
      name: "emails",
      label: "E-mail addresses",
      initial: [],
      showIf: ({ deliver }) => deliver === "email",
      draw: (props) => <EmailsInput path="emails" label="E-mail addresses" {...props} />,
      send: toEmails,
      formatValue: (value) => (value as readonly string[]).join(", "),
    },
    { kind: "switch", name: "isEnabled", label: "Enabled", initial: true },
  ],
  faultsAt: { "report/not-enabled": "type" },
  texts: {
    empty: "No report schedules yet",
    purpose: "A schedule produces a report every day, week or month, and keeps it for download or sends it by e-mail.",
  },
  title: ({ name }) => name,
  details: (schedule) => <ScheduleSummary schedule={schedule} />,
});

/** What a schedule produces, when, and for whom. */
function ScheduleSummary({ schedule }: { schedule: ReportSchedule }) {
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
