import { reportTypeEndpoints } from "@gatehouse/contract/entities/report-type/report-type.endpoints";
import type { ReportCode } from "@gatehouse/contract/reports";
import { handle } from "../platform/http/call.ts";
import { loadCodes, saveCodes } from "../resources/code-selection.ts";

const name = "reports/types";

/** REP-1: the report types that the site has selected; initially none. */
export const reportTypeRoutes = handle(reportTypeEndpoints, {
  "GET /configs/reports/types": async ({ read }) => ({ reportTypes: await loadCodes<ReportCode>(read, name, []) }),
  "PUT /configs/reports/types": ({ body, write }) =>
    write(async (tx) => {
      await saveCodes(tx, name, body.reportTypes);
      return body;
    }),
});
