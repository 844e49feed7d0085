import { gateErrors } from "@gatehouse/contract/gate-scope";
import {
  findUnsupportedFilters,
  type ReportCode,
  type ReportFilterName,
  reportOf,
} from "@gatehouse/contract/reports/report-types";
import { loadEnabledReports } from "../../house/report-type.routes.ts";
import type { ReadDb } from "../../platform/database/database.ts";
import type { Person } from "../../platform/http/call.ts";
import { httpError, invalidFields } from "../../platform/http/http-error.ts";
import { requirePermission } from "../../platform/http/permission.ts";

type Filters = Readonly<Partial<Record<ReportFilterName, unknown>>>;

/** Rejects a report that is not enabled, that the person may not see, or that does not support a filter. */
export async function requireReport(
  db: ReadDb,
  person: Pick<Person, "permissions" | "method" | "gateIds">,
  { type, filters }: { type: ReportCode; filters: Filters },
): Promise<void> {
  const { scope, permission } = reportOf(type);
  if (permission !== undefined) requirePermission(person, permission);
  if (scope === "site" && person.gateIds !== null) throw httpError("auth/not-permitted", { message: gateErrors.site });
  if (!(await loadEnabledReports(db)).includes(type)) throw httpError("report/not-enabled");
  const unsupported = findUnsupportedFilters(type, filters);
  if (unsupported.length > 0) throw invalidFields(unsupported);
}
