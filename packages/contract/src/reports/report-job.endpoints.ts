import * as z from "zod";
import { defineEndpoints } from "../endpoint.ts";
import { cursor, limit, pageOf } from "../fields/query.ts";
import { idParams } from "../fields/record.ts";
import { reportJob, reportJobDraft } from "./report-job.schema.ts";

const tag = "Reports";
const record = { params: idParams };

/**
 * REP-5: the endpoints of reports as files. ROLE-3: people who are limited to gates see the reports that are limited to
 * those gates.
 */
export const reportJobEndpoints = defineEndpoints(
  { read: "reports", write: "reports", gates: "own" },
  {
    "GET /reports": {
      tag,
      summary: "Page through the produced reports, the newest first",
      query: z.strictObject({ cursor, limit }),
      answer: pageOf(reportJob),
      faults: ["cursor/invalid"],
    },
    "POST /reports": {
      tag,
      summary: "Produce a report as a file; a Bulk Report is a ZIP archive of such files",
      gates: "own",
      body: reportJobDraft,
      answer: reportJob,
      status: 201,
      faults: ["report/not-enabled", "report/too-many"],
    },
    "GET /reports/{id}": {
      tag,
      summary: "The state and the progress of a report, and who downloaded it",
      ...record,
      answer: reportJob,
      faults: ["record/not-found"],
    },
    "GET /reports/{id}/file": {
      tag,
      summary: "Download the file of a finished report; each download is recorded",
      permission: "export",
      ...record,
      download: "application/octet-stream",
      exports: "report_jobs",
      faults: ["record/not-found", "report/not-finished", "report/file-deleted"],
    },
    "DELETE /reports/{id}": {
      tag,
      summary: "Delete a report and its file; one that waits or runs is cancelled",
      gates: "own",
      ...record,
      status: 204,
      faults: ["record/not-found", "privacy/held", "privacy/minimum-retention"],
    },
  },
);
