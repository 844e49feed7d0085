import type { Permission } from "../permissions.ts";

/** The filters that a report may have. */
export const reportFilterNames = ["gateId", "direction", "groupId", "vehicleType", "person"] as const;

export type ReportFilterName = (typeof reportFilterNames)[number];

const filterNouns: Record<ReportFilterName, string> = {
  gateId: "gate",
  direction: "direction",
  groupId: "group",
  vehicleType: "vehicle type",
  person: "person",
};

/** A report type that a site can switch on. */
interface Report {
  readonly code: string;
  readonly title: string;
  /** The filters that it supports. */
  readonly filters: readonly ReportFilterName[];
  /** `gates`: people who are limited to gates get the rows of their gates; `site`: it is refused to them. */
  readonly scope: "gates" | "site";
  /** The permission that it needs besides that for reports. */
  readonly permission?: Permission;
  /** It is produced only as a file, not shown on screen. */
  readonly isFileOnly?: true;
}

/** Every report type, in the order of the settings page. */
export const reports = [
  {
    code: "REGISTERED_VEHICLE_ACCESS",
    title: "Registered Vehicle Access Report",
    filters: ["gateId", "direction", "groupId", "vehicleType", "person"],
    scope: "gates",
  },
  {
    code: "UNREGISTERED_RFID_VEHICLE_ACCESS",
    title: "Unregistered RFID Vehicle Access Report",
    filters: ["gateId", "direction"],
    scope: "gates",
  },
  {
    code: "UNREGISTERED_ANPR_VEHICLE_ACCESS",
    title: "Unregistered ANPR Vehicle Access Report",
    filters: ["gateId", "direction", "vehicleType"],
    scope: "gates",
  },
  { code: "FARE", title: "Fare Report", filters: ["gateId", "groupId", "vehicleType", "person"], scope: "gates" },
  { code: "OSD", title: "OSD Report", filters: ["vehicleType"], scope: "site" },
  {
    code: "OPERATOR_PORTAL_ACCESS",
    title: "Operator Portal Access Report",
    filters: ["person"],
    scope: "site",
    permission: "audit",
  },
  { code: "BULK", title: "Bulk Report", filters: [], scope: "gates", isFileOnly: true },
] as const satisfies readonly Report[];

export type ReportCode = (typeof reports)[number]["code"];

export const reportCodes = reports.map(({ code }) => code) as [ReportCode, ...ReportCode[]];

export function reportOf(code: ReportCode): Report {
  const found = reports.find((report) => report.code === code);
  if (!found) throw new Error(`unknown report type ${code}`);
  return found;
}

/** The used filters that a report type does not support, with a message at each. */
export function findUnsupportedFilters(
  code: ReportCode,
  filters: Readonly<Partial<Record<ReportFilterName, unknown>>>,
): { path: ReportFilterName; message: string }[] {
  const { title, filters: supported } = reportOf(code);
  return reportFilterNames
    .filter((name) => filters[name] !== undefined && !supported.includes(name))
    .map((path) => ({ path, message: `The ${title} has no filter by ${filterNouns[path]}` }));
}
