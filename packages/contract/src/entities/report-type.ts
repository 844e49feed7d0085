import * as z from "zod";
import { defineEndpoints } from "../endpoint.ts";
import { codeList } from "../fields/code-list.ts";
import { reportCodes, reports } from "../reports/report-types.ts";

const titles = Object.fromEntries(reports.map(({ title, code }) => [title, code]));
const selection = z.strictObject({ reportTypes: codeList(reportCodes, titles) });

/** The report types that the site has switched on. */
export const reportTypeEndpoints = defineEndpoints(
  { read: "view", write: "site", gates: "shared" },
  {
    "GET /configs/reports/types": { tag: "Reports", summary: "The enabled report types", response: selection },
    "PUT /configs/reports/types": {
      tag: "Reports",
      summary: "Choose the enabled report types",
      body: selection,
      response: selection,
    },
  },
);
