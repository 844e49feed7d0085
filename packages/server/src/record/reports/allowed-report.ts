import { gateRefusals } from "@gatehouse/contract/gate-scope";
import {
  findUnsupportedFilters,
  type ReportCode,
  type ReportFilterName,
  reportOf,
} from "@gatehouse/contract/reports/report-types";
import { loadEnabledReports } from "../../house/report-type.routes.ts";
import type { ReadDb } from "../../platform/database/database.ts";
import type { Person } from "../../platform/http/call.ts";
import { requirePermission } from "../../platform/http/permission.ts";
import { refuse, refuseFields } from "../../platform/http/refusal.ts";

type Filters = Readonly<Partial<Record<ReportFilterName, unknown>>>;

/** Refuses a report that is not enabled, that the person may not see, or that does not support a filter. */
export async function requireReport(
  db: ReadDb,
  person: Pick<Person, "permissions" | "method" | "gateIds">,
  { type, filters }: { type: ReportCode; filters: Filters },
): Promise<void> {
  const { scope, permission } = reportOf(type);
  if (permission !== undefined) requirePermission(person, permission);
  if (scope === "site" && person.gateIds !== null) throw refuse("auth/not-permitted", { message: gateRefusals.site });
  if (!(await loadEnabledReports(db)).includes(type)) throw refuse("report/not-enabled");
  const unsupported = findUnsupportedFilters(type, filters);
  if (unsupported.length > 0) throw refuseFields(unsupported);
}
