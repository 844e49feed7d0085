import * as z from "zod";
import { defineEndpoints } from "../endpoint.ts";
import { cursor, limit } from "../fields/query.ts";
import {
  checkReportPeriod,
  reportChart,
  reportCode,
  reportColumn,
  reportFilterFields,
  reportPeriod,
  reportRow,
  reportTotal,
} from "./report.schema.ts";

const tag = "Reports";
const params = z.object({ type: reportCode });
/** Distinguishes a type from the id of a produced report. */
const pathPatterns = { type: "^[A-Z_]+$" };
const sought = { ...reportPeriod, ...reportFilterFields };

/** REP-2: the endpoints of reports on screen. */
export const reportEndpoints = defineEndpoints(
  { read: "reports", write: "reports", gates: "own" },
  {
    "GET /reports/{type}": {
      tag,
      summary: "Page through the rows of a report, in the order of time",
      params,
      pathPatterns,
      query: z.strictObject({ ...sought, cursor, limit }).check(checkReportPeriod),
      answer: z.object({
        columns: z.array(reportColumn),
        rows: z.array(reportRow),
        next: z.string().nullable(),
      }),
      faults: ["cursor/invalid", "report/not-enabled", "report/file-only"],
    },
    "GET /reports/{type}/totals": {
      tag,
      summary: "The number of rows of a report, its totals and its charts",
      params,
      pathPatterns,
      query: z.strictObject(sought).check(checkReportPeriod),
      answer: z.object({ count: z.int(), totals: z.array(reportTotal), charts: z.array(reportChart) }),
      faults: ["report/not-enabled", "report/file-only"],
    },
  },
);
