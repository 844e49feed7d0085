import * as z from "zod";
import { defineEndpoints } from "../endpoint.ts";
import { gateTypes } from "../fields/gate-types.ts";
import { cursor, limit, queryText } from "../fields/query.ts";
import { recordId } from "../fields/record.ts";
import { requiredChoice } from "../fields/required.ts";
import { endsTooEarly, sentTime } from "../fields/time.ts";
import { vehicleTypes } from "../fields/vehicle-type.ts";
import { dayMs, startOfDay, zonedAt } from "../fields/zoned-time.ts";
import { reportValueKinds } from "./report-columns.ts";
import { type ReportFilterName, reportCodes } from "./report-types.ts";

/** The formats of files, with their titles. A Bulk Report is a ZIP archive of such files. */
export const reportFormats = { csv: "CSV", xlsx: "XLSX", pdf: "PDF" } as const;

export type ReportFormat = keyof typeof reportFormats;

/** The states of a report that is produced as a file. One that is cancelled is removed. */
export const reportStates = ["queued", "running", "done", "failed"] as const;

/** How often a schedule runs, with its title. */
export const reportIntervals = { daily: "Every day", weekly: "Every week", monthly: "Every month" } as const;

export type ReportInterval = keyof typeof reportIntervals;

/** What happens with a finished report. */
export const reportDeliveries = { keep: "Keep for download", email: "Send by e-mail" } as const;

export type ReportDelivery = keyof typeof reportDeliveries;

/** The limits of reports as files. */
export const reportLimits = {
  /** A PDF is laid out in memory; it states that it has only these rows. */
  maxPdfRows: 1_000,
  maxPdfPictures: 100,
  /** Longer texts are shortened in a PDF, which says so. */
  maxPdfTextLength: 600,
  /** Reports that wait to be produced. */
  maxQueued: 100,
  maxEmails: 50,
  /** Mail servers refuse larger attachments; the message then says where the file is. */
  maxMailBytes: 10_000_000,
  /** How often a report is started again after the server was restarted. */
  maxAttempts: 2,
} as const;

/** The usual periods of a report; any other one is chosen by its start and end. */
export const reportSteps = ["day", "week", "month"] as const;

/** A usual period. */
export type ReportStep = (typeof reportSteps)[number];

/** The day, week from Monday or month of a time in a zone, from its first midnight to the next one, whatever the clocks do. */
export function periodAround(step: ReportStep, at: Date, timeZone: string): { from: Date; to: Date } {
  const day = zonedAt(at, timeZone).toPlainDate();
  const first = { day, week: day.subtract({ days: day.dayOfWeek - 1 }), month: day.with({ day: 1 }) }[step];
  return { from: startOfDay(first, timeZone), to: startOfDay(first.add({ [`${step}s`]: 1 }), timeZone) };
}

/** The last complete day, week or month before a time. */
export function periodBefore(step: ReportStep, at: Date, timeZone: string): { from: Date; to: Date } {
  const { from } = periodAround(step, at, timeZone);
  return periodAround(step, new Date(from.getTime() - 1), timeZone);
}

export const reportCode = z.enum(reportCodes, requiredChoice);
reportCode.register(z.globalRegistry, { id: "ReportType", description: "The code of a report type" });

/** A longer period is probably a mistake. */
const maxReportDays = 3_660;
const daysBetween = ({ from, to }: { from: string; to: string }) => (Date.parse(to) - Date.parse(from)) / dayMs;

/** The period of a report, without its end. */
export const reportPeriod = { from: sentTime, to: sentTime };

const id = z.coerce.number<number | string>().pipe(recordId);

/** The filters of a report. Which of them a type supports is in `report-types.ts`. */
const reportFilterFields = {
  gateId: id.optional(),
  direction: z.enum(gateTypes, "Must be N or X").optional(),
  /** A group that the vehicle belonged to at that time. */
  groupId: id.optional(),
  vehicleType: z.enum(vehicleTypes, `Must be one of ${vehicleTypes.join(", ")}`).optional(),
  /** Part of the name of the owner, or the user name of an operator. */
  person: queryText(200),
} satisfies Record<ReportFilterName, z.ZodType>;

export const reportFilters = z.strictObject(reportFilterFields);
reportFilters.register(z.globalRegistry, { id: "ReportFilters", description: "The filters of a report" });

/** The validated filters of a report. */
export type ReportFilters = z.output<typeof reportFilters>;

/** Checks that a period has a length, and a sensible one. */
export function checkReportPeriod({ value, issues }: z.core.ParsePayload<{ from: string; to: string }>): void {
  const days = daysBetween(value);
  const message = days <= 0 ? endsTooEarly : days > maxReportDays ? `At most ${maxReportDays} days` : null;
  if (message !== null) issues.push({ code: "custom", input: value.to, path: ["to"], message });
}

const kind = z.enum(reportValueKinds);
const value = z.union([z.string(), z.number()]).nullable();

const reportColumn = z.object({ key: z.string(), title: z.string(), kind, width: z.int() });
reportColumn.register(z.globalRegistry, { id: "ReportColumn", description: "A column of a report" });

/** A row of a report by the keys of its columns. */
const reportRow = z.record(z.string(), value);

export const reportTotal = z.object({
  key: z.string(),
  title: z.string(),
  kind,
  value,
  /** What it is a total of, such as a tariff; null: of the whole report. */
  group: z.string().nullable(),
});
reportTotal.register(z.globalRegistry, { id: "ReportTotal", description: "A total of a report" });

export type ReportTotal = z.output<typeof reportTotal>;

/** A bar chart of a report. */
export const reportChart = z.object({
  key: z.string(),
  title: z.string(),
  /** What the labels and the values are. */
  labelTitle: z.string(),
  valueTitle: z.string(),
  bars: z.array(z.object({ label: z.string(), value: z.number() })),
});
reportChart.register(z.globalRegistry, { id: "ReportChart", description: "A bar chart of a report" });

/** A bar chart of a report. */
export type ReportChart = z.output<typeof reportChart>;

const tag = "Reports";
const params = z.object({ type: reportCode });
/** Distinguishes a type from the id of a produced report. */
const pathPatterns = { type: "^[A-Z_]+$" };
const sought = { ...reportPeriod, ...reportFilterFields };

export const reportEndpoints = defineEndpoints(
  { read: "reports", write: "reports", gates: "own" },
  {
    "GET /reports/{type}": {
      tag,
      summary: "Page through the rows of a report, in the order of time",
      params,
      pathPatterns,
      query: z.strictObject({ ...sought, cursor, limit }).check(checkReportPeriod),
      response: z.object({
        columns: z.array(reportColumn),
        rows: z.array(reportRow),
        next: z.string().nullable(),
      }),
      errors: ["cursor/invalid", "report/not-enabled", "report/file-only"],
    },
    "GET /reports/{type}/totals": {
      tag,
      summary: "The number of rows of a report, its totals and its charts",
      params,
      pathPatterns,
      query: z.strictObject(sought).check(checkReportPeriod),
      response: z.object({ count: z.int(), totals: z.array(reportTotal), charts: z.array(reportChart) }),
      errors: ["report/not-enabled", "report/file-only"],
    },
  },
);
