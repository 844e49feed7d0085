import * as z from "zod";
import { defineEndpoints } from "../endpoint.ts";
import { cursor, limit, pageOf } from "../fields/query.ts";
import { idParams, recordId } from "../fields/record.ts";
import { instant } from "../fields/time.ts";
import {
  checkReportPeriod,
  type ReportFormat,
  reportCode,
  reportFilters,
  reportFormats,
  reportPeriod,
  reportStates,
} from "./report.ts";

const formats = Object.keys(reportFormats) as [ReportFormat, ...ReportFormat[]];

/** The format of a file. */
export const reportFormat = z.enum(formats, `Must be one of ${formats.join(", ")}`);
reportFormat.register(z.globalRegistry, { id: "ReportFormat", description: "The format of a file" });

/** The input for a report that is produced as a file. */
const reportJobDraft = z
  .strictObject({ type: reportCode, format: reportFormat, ...reportPeriod, filters: reportFilters.default({}) })
  .check(checkReportPeriod);

/** A report that is or will be produced as a file. */
export const reportJob = z.object({
  id: recordId,
  type: reportCode,
  format: reportFormat,
  from: instant,
  to: instant,
  filters: reportFilters,
  state: z.enum(reportStates),
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

const tag = "Reports";
const record = { params: idParams };

/**
 * The endpoints of reports as files. People who are limited to gates see the reports that are limited to
 * those gates.
 */
export const reportJobEndpoints = defineEndpoints(
  { read: "reports", write: "reports", gates: "own" },
  {
    "GET /reports": {
      tag,
      summary: "Page through the produced reports, the newest first",
      query: z.strictObject({ cursor, limit }),
      response: pageOf(reportJob),
      errors: ["cursor/invalid"],
    },
    "POST /reports": {
      tag,
      summary: "Produce a report as a file; a Bulk Report is a ZIP archive of such files",
      gates: "own",
      body: reportJobDraft,
      response: reportJob,
      status: 201,
      errors: ["report/not-enabled", "report/too-many"],
    },
    "GET /reports/{id}": {
      tag,
      summary: "The state and the progress of a report, and who downloaded it",
      ...record,
      response: reportJob,
      errors: ["record/not-found"],
    },
    "GET /reports/{id}/file": {
      tag,
      summary: "Download the file of a finished report; each download is recorded",
      permission: "export",
      ...record,
      download: "application/octet-stream",
      exports: "report_jobs",
      errors: ["record/not-found", "report/not-finished", "report/file-deleted"],
    },
    "DELETE /reports/{id}": {
      tag,
      summary: "Delete a report and its file; one that waits or runs is cancelled",
      gates: "own",
      ...record,
      status: 204,
      errors: ["record/not-found", "privacy/held", "privacy/minimum-retention"],
    },
  },
);
