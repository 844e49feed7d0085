import * as z from "zod";
import { crud } from "../crud.ts";
import { defineEndpoints } from "../endpoint.ts";
import { emailAddress } from "../fields/email.ts";
import { hardwareResult } from "../fields/hardware-result.ts";
import { idParams, recordId, version } from "../fields/record.ts";
import { required } from "../fields/required.ts";
import { requiredText } from "../fields/text.ts";
import { clockTime, instant } from "../fields/time.ts";
import {
  type ReportDelivery,
  type ReportInterval,
  reportCode,
  reportDeliveries,
  reportFilters,
  reportIntervals,
  reportLimits,
} from "./report.ts";
import { reportFormat } from "./report-job.ts";
import { findUnsupportedFilters } from "./report-types.ts";

const intervals = Object.keys(reportIntervals) as [ReportInterval, ...ReportInterval[]];
const deliveries = Object.keys(reportDeliveries) as [ReportDelivery, ...ReportDelivery[]];
const { maxEmails } = reportLimits;

const fields = z.strictObject({
  name: requiredText(60),
  isEnabled: z.boolean(required).default(true),
  type: reportCode,
  format: reportFormat,
  every: z.enum(intervals, `Must be one of ${intervals.join(", ")}`),
  /** The time of the day at the site. */
  at: clockTime,
  /** From 1, Monday, to 7, Sunday; of a weekly schedule. */
  weekday: z.int().min(1, "Must be 1 to 7").max(7, "Must be 1 to 7").nullable().default(null),
  /** Of a monthly schedule. In a shorter month it runs on the last day. */
  monthDay: z.int().min(1, "Must be 1 to 31").max(31, "Must be 1 to 31").nullable().default(null),
  filters: reportFilters.default({}),
  deliver: z.enum(deliveries, `Must be one of ${deliveries.join(", ")}`),
  emails: z
    .array(emailAddress, "Must be a list of e-mail addresses")
    .max(maxEmails, `At most ${maxEmails} addresses`)
    .refine((list) => new Set(list).size === list.length, "Duplicate address")
    .default([]),
});

type Fields = z.output<typeof fields>;

function checkSchedule({ value, issues }: { value: Fields; issues: z.core.$ZodRawIssue[] }): void {
  const add = (path: readonly string[], message: string) =>
    void issues.push({ code: "custom", input: value, path: [...path], message });
  if (value.every === "weekly" && value.weekday === null) add(["weekday"], "Choose a day of the week");
  if (value.every === "monthly" && value.monthDay === null) add(["monthDay"], "Choose a day of the month");
  if (value.deliver === "email" && value.emails.length === 0) add(["emails"], "Enter an e-mail address");
  for (const { path, message } of findUnsupportedFilters(value.type, value.filters)) add(["filters", path], message);
}

export const reportScheduleDraft = fields.check(checkSchedule);

/** A schedule as the server returns it. */
export const reportSchedule = fields.extend({
  id: recordId,
  version,
  /** When it last ran; null if never. */
  lastRunAt: instant.nullable(),
  /** When it runs next; null if it is switched off. */
  nextRunAt: instant.nullable(),
});
reportSchedule.register(z.globalRegistry, { id: "ReportSchedule", description: "A report that is produced regularly" });

export type ReportSchedule = z.output<typeof reportSchedule>;

/** CRUD of schedules, and a run at once. They produce reports of the whole site and may send them to anyone. */
export const reportScheduleEndpoints = {
  ...crud({
    tag: "Reports",
    noun: "report schedule",
    permissions: { read: "reports", write: "export" },
    path: "/report-schedules",
    list: { path: "/report-schedules" },
    change: { PUT: reportScheduleDraft },
    record: reportSchedule,
    draft: reportScheduleDraft,
    errors: ["report/not-enabled"],
  }),
  ...defineEndpoints(
    { read: "reports", write: "export" },
    {
      "POST /report-schedules/{id}/run": {
        tag: "Reports",
        summary: "Produce the report of a schedule now, about the last complete day, week or month",
        params: idParams,
        response: hardwareResult,
        actsOn: "report_schedules",
        errors: ["record/not-found", "report/too-many"],
      },
    },
  ),
};
