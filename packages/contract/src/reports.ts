/** A report type that a site can switch on. */
interface Report {
  readonly code: string;
  readonly title: string;
}

/** REP-1: every report type, in the order of the settings page. */
export const reports = [
  { code: "REGISTERED_VEHICLE_ACCESS", title: "Registered Vehicle Access Report" },
  { code: "UNREGISTERED_RFID_VEHICLE_ACCESS", title: "Unregistered RFID Vehicle Access Report" },
  { code: "UNREGISTERED_ANPR_VEHICLE_ACCESS", title: "Unregistered ANPR Vehicle Access Report" },
  { code: "FARE", title: "Fare Report" },
  { code: "OSD", title: "OSD Report" },
  { code: "OPERATOR_PORTAL_ACCESS", title: "Operator Portal Access Report" },
  { code: "BULK", title: "Bulk Report" },
] as const satisfies readonly Report[];

/** The code of a report type. */
export type ReportCode = (typeof reports)[number]["code"];
