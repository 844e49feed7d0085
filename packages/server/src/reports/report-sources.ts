import type { ReportCode } from "@gatehouse/contract/reports/report-types";
import { registeredAccess } from "./registered-access.ts";
import type { ReportSource } from "./report-source.ts";

/** The sources of all report types. The Bulk Report is made of the others. */
const sources: Partial<Record<ReportCode, ReportSource>> = {
  REGISTERED_VEHICLE_ACCESS: registeredAccess,
};

/** The source of a report type; undefined for the Bulk Report. */
export const findReportSource = (type: ReportCode): ReportSource | undefined => sources[type];
