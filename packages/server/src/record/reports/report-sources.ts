import type { ReportCode } from "@gatehouse/contract/reports/report-types";
import { fare } from "./fare.ts";
import { operatorAccess } from "./operator-access.ts";
import { overspeed } from "./overspeed.ts";
import { registeredAccess } from "./registered-access.ts";
import type { ReportSource } from "./report-source.ts";
import { unregisteredAnpr, unregisteredRfid } from "./unregistered-access.ts";

/** The sources of all report types. The Bulk Report is made of the others. */
const sources: Partial<Record<ReportCode, ReportSource>> = {
  REGISTERED_VEHICLE_ACCESS: registeredAccess,
  UNREGISTERED_RFID_VEHICLE_ACCESS: unregisteredRfid,
  UNREGISTERED_ANPR_VEHICLE_ACCESS: unregisteredAnpr,
  FARE: fare,
  OSD: overspeed,
  OPERATOR_PORTAL_ACCESS: operatorAccess,
};

/** The source of a report type; undefined for the Bulk Report. */
export const findReportSource = (type: ReportCode): ReportSource | undefined => sources[type];
