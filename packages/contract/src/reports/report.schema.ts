import * as z from "zod";
import { gateTypes } from "../fields/gate-types.ts";
import { endsTooEarly } from "../fields/period-fault.ts";
import { queryText } from "../fields/query.ts";
import { recordId } from "../fields/record.ts";
import { requiredChoice } from "../fields/required.ts";
import { sentTime } from "../fields/time.ts";
import { vehicleTypes } from "../fields/vehicle-type.ts";
import { reportValueKinds } from "./report-columns.ts";
import { type ReportFilterName, reportCodes } from "./report-types.ts";

/** REP-1: the code of a report type. */
export const reportCode = z.enum(reportCodes, requiredChoice);
reportCode.register(z.globalRegistry, { id: "ReportType", description: "The code of a report type" });

/** A longer period is probably a mistake. */
const maxReportDays = 3_660;
const dayMs = 86_400_000;
const daysBetween = ({ from, to }: { from: string; to: string }) => (Date.parse(to) - Date.parse(from)) / dayMs;

/** The period of a report, without its end. */
export const reportPeriod = { from: sentTime, to: sentTime };

const id = z.coerce.number<number | string>().pipe(recordId);

/** The filters of a report. Which of them a type supports is in `report-types.ts`. */
export const reportFilterFields = {
  gateId: id.optional(),
  direction: z.enum(gateTypes, "Must be N or X").optional(),
  /** A group that the vehicle belonged to at that time. */
  groupId: id.optional(),
  vehicleType: z.enum(vehicleTypes, `Must be one of ${vehicleTypes.join(", ")}`).optional(),
  /** Part of the name of the owner, or the user name of an operator. */
  person: queryText(200),
} satisfies Record<ReportFilterName, z.ZodType>;

/** The filters of a report. */
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

/** A column of a report. */
export const reportColumn = z.object({ key: z.string(), title: z.string(), kind, width: z.int() });
reportColumn.register(z.globalRegistry, { id: "ReportColumn", description: "A column of a report" });

/** REP-2: a row of a report by the keys of its columns. */
export const reportRow = z.record(z.string(), value);

/** REP-2: a total of a report. */
export const reportTotal = z.object({
  key: z.string(),
  title: z.string(),
  kind,
  value,
  /** What it is a total of, such as a tariff; null: of the whole report. */
  group: z.string().nullable(),
});
reportTotal.register(z.globalRegistry, { id: "ReportTotal", description: "A total of a report" });

/** A total of a report. */
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
