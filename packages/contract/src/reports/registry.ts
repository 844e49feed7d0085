import { bulk } from "./bulk.ts";
import { fare } from "./fare.ts";
import { operatorPortalAccess } from "./operator-portal-access.ts";
import { osdReport } from "./osd.ts";
import { registeredVehicleAccess } from "./registered-vehicle-access.ts";
import { unregisteredAnprVehicleAccess } from "./unregistered-anpr-vehicle-access.ts";
import { unregisteredRfidVehicleAccess } from "./unregistered-rfid-vehicle-access.ts";

/** REP-1: every report type, in the order in which they are offered. */
export const reports = [
  registeredVehicleAccess,
  unregisteredRfidVehicleAccess,
  unregisteredAnprVehicleAccess,
  fare,
  osdReport,
  operatorPortalAccess,
  bulk,
] as const;

/** The code of a report type. */
export type ReportCode = (typeof reports)[number]["code"];
