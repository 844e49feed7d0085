import type { Permission } from "@gatehouse/contract/permissions";
import type { ReportFilters } from "@gatehouse/contract/reports/report";
import { findUnsupportedFilters, type ReportCode, reportOf } from "@gatehouse/contract/reports/report-types";
import { loadEnabledReports } from "../../../house/report-type.routes.ts";
import type { ReadDb } from "../../../platform/database/database.ts";
import type { Person } from "../../../platform/http/call.ts";
import type { GateLimit } from "../../../platform/http/gate-limit.ts";
import { httpError, invalidFields } from "../../../platform/http/http-error.ts";
import { requireReport } from "../allowed-report.ts";
import { findReportSource } from "../report-sources.ts";

/** The enabled types that a report of this type contains, of those that may be shown. */
export async function listFileTypes(
  db: ReadDb,
  type: ReportCode,
  { permissions, gateIds }: { permissions: ReadonlySet<Permission>; gateIds: GateLimit },
): Promise<ReportCode[]> {
  const enabled = await loadEnabledReports(db);
  if (!enabled.includes(type)) return [];
  return (type === "BULK" ? enabled : [type]).filter((code) => {
    const { permission, scope } = reportOf(code);
    const isPermitted = permission === undefined || permissions.has(permission);
    return findReportSource(code) !== undefined && isPermitted && (gateIds === null || scope === "gates");
  });
}

/** The types of a file that a person asks for; rejects one that is not enabled, not permitted or wrongly filtered. */
export async function requireReportTypes(
  db: ReadDb,
  person: Person,
  { type, filters }: { type: ReportCode; filters: ReportFilters },
): Promise<ReportCode[]> {
  await requireReport(db, person, { type, filters: {} });
  const unsupported = findUnsupportedFilters(type, filters);
  if (unsupported.length > 0) {
    throw invalidFields(unsupported.map(({ path, message }) => ({ path: `filters.${path}`, message })));
  }
  const types = await listFileTypes(db, type, person);
  if (types.length === 0) throw httpError("report/not-enabled");
  return types;
}
