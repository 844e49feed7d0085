import * as z from "zod";
import { recordId } from "../fields/record.ts";
import { instant } from "../fields/time.ts";
import { checkReportPeriod, reportCode, reportFilters, reportPeriod } from "./report.schema.ts";
import { type ReportFormat, reportFormats, reportStates } from "./report-limits.ts";

const formats = Object.keys(reportFormats) as [ReportFormat, ...ReportFormat[]];

/** The format of a file. */
export const reportFormat = z.enum(formats, `Must be one of ${formats.join(", ")}`);
reportFormat.register(z.globalRegistry, { id: "ReportFormat", description: "The format of a file" });

/** REP-5: the input for a report that is produced as a file. */
export const reportJobDraft = z
  .strictObject({ type: reportCode, format: reportFormat, ...reportPeriod, filters: reportFilters.default({}) })
  .check(checkReportPeriod);

/** REP-5: a report that is or will be produced as a file. */
export const reportJob = z.object({
  id: recordId,
  type: reportCode,
  format: reportFormat,
  from: instant,
  to: instant,
  filters: reportFilters,
  state: z.enum(reportStates),
  /** From 0 to 1. */
  progress: z.number().min(0).max(1),
  /** Known when it is done. */
  rowCount: z.int().nullable(),
  fileName: z.string().nullable(),
  bytes: z.int().nullable(),
  /** Of the file, in hexadecimal. */
  sha256: z.string().nullable(),
  /** Why it failed. */
  failure: z.string().nullable(),
  createdAt: instant,
  createdBy: z.string(),
  finishedAt: instant.nullable(),
  /** When the file will be deleted. */
  keptUntil: instant.nullable(),
  /** The schedule that started it. */
  scheduleId: recordId.nullable(),
  /** Who downloaded the file, the newest first. */
  downloads: z.array(z.object({ by: z.string(), at: instant })),
});
reportJob.register(z.globalRegistry, {
  id: "ReportJob",
  description: "A report that is or will be produced as a file",
});

/** A report that is or will be produced as a file. */
export type ReportJob = z.output<typeof reportJob>;
