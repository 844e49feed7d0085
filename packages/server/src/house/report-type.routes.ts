import { reportTypeEndpoints } from "@gatehouse/contract/entities/report-type";
import type { ReportCode } from "@gatehouse/contract/reports/report-types";
import type { ReadDb } from "../platform/database/database.ts";
import { handle } from "../platform/http/call.ts";
import { loadCodes, saveCodes } from "../platform/resources/code-selection.ts";

const name = "reports/types";

/** The report types that the site has selected; initially none. */
export const loadEnabledReports = (db: ReadDb): Promise<ReportCode[]> => loadCodes<ReportCode>(db, name, []);

/** The selection of report types. */
export const reportTypeRoutes = handle(reportTypeEndpoints, {
  "GET /configs/reports/types": async ({ read }) => ({ reportTypes: await loadEnabledReports(read) }),
  "PUT /configs/reports/types": ({ body, write }) =>
    write(async (tx) => {
      await saveCodes(tx, name, body.reportTypes);
      return body;
    }),
});
