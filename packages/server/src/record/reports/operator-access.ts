import { auditValueText } from "@gatehouse/contract/audit-values";
import { auditFieldLabel, listAuditChanges } from "@gatehouse/contract/entities/audit/audit-fields";
import { auditActions } from "@gatehouse/contract/entities/audit/audit-names";
import { zonedText } from "@gatehouse/contract/fields/zoned-time";
import { type RawBuilder, sql } from "kysely";
import type { AuditRow } from "../../house/audit.store.ts";
import { summarize } from "../../house/audit-summary.ts";
import { type LinkedTable, linkedTableOf, loadLinkedNames, type NameOf } from "../../house/linked-names.ts";
import { nameRecord } from "../../house/record-names.ts";
import { onlyRow } from "../../platform/database/only-row.ts";
import type { ReportRequest, ReportRow } from "./report-source.ts";
import { createSqlSource, totalOf } from "./sql-source.ts";
import { loadTimeChart } from "./time-chart.ts";

/** The entries of the audit trail of a period; its indexes have them in the order of time. */
const entries = ({ period, filters: { person } }: ReportRequest): RawBuilder<unknown> => sql`
  at >= ${period.from} and at < ${period.to}
  ${person === undefined || person === "" ? sql`` : sql`and lower(username) = lower(${person})`}`;

/** How PostgreSQL writes a time into a record. */
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

/** The value of a field; ids of other records are replaced by their names. */
function toText(value: unknown, table: LinkedTable | null, timeZone: string, nameOf: NameOf): string {
  if (Array.isArray(value)) return value.map((item) => toText(item, table, timeZone, nameOf)).join(", ");
  const name = table === null ? undefined : nameOf(table, value);
  if (name !== undefined) return name;
  if (typeof value !== "string") return JSON.stringify(value);
  return instant.test(value) ? zonedText(new Date(value), timeZone) : value;
}

/** Changed fields of both sides, such as: name: Main entry; sink port: 8080. A side without a record has no empty fields. */
function describeChanges(
  { entity, before, after }: AuditRow,
  timeZone: string,
  nameOf: NameOf,
): Record<Side, string | null> {
  const changes = listAuditChanges(before, after).filter(({ isChanged }) => isChanged);
  const describe = (side: Side, other: Side) =>
    changes
      .filter((field) => field[side] !== undefined && !(field[side] === null && field[other] === undefined))
      .map(({ path, [side]: value }) => {
        const worded = auditValueText(entity, path, value, undefined);
        const text = worded ?? toText(value, linkedTableOf(entity, path), timeZone, nameOf);
        return `${auditFieldLabel(path)}: ${text}`;
      })
      .join("; ") || null;
  return { before: describe("before", "after"), after: describe("after", "before") };
}

type Side = "before" | "after";

function toRow(row: AuditRow, timeZone: string, nameOf: NameOf): ReportRow {
  return {
    time: zonedText(new Date(row.at), timeZone),
    person: row.user,
    action: auditActions[row.action],
    object: nameRecord(row, nameOf),
    summary: summarize(row, nameOf),
    ...describeChanges(row, timeZone, nameOf),
    address: row.address,
  };
}

interface Totals {
  entries: number;
  people: number;
  signIns: number;
  failures: number;
  openings: number;
  exports: number;
  changes: number;
}

/** What people did, from the audit trail. */
export const operatorAccess = createSqlSource<AuditRow>({
  type: "OPERATOR_PORTAL_ACCESS",
  rowsAreOf: "time",
  select: (request, { after, limit }) => sql`
    select id, at, username as "user", action, call, "tableName" as entity, "rowId" as "entityId",
      masked(before) as before, masked(after) as after, address,
      "restoredFrom"
    from audit_log where ${entries(request)}
      ${after === null ? sql`` : sql`and (at, id) > (${after.at}, ${after.key})`}
    order by at, id limit ${limit}`,
  placeOf: ({ at, id }) => ({ at, key: id }),
  toRows: async (db, rows, { period }) => {
    const nameOf = await loadLinkedNames(db, rows);
    return rows.map((row) => toRow(row, period.timeZone, nameOf));
  },
  count: async (db, request) => {
    const counted = sql<{ count: number }>`select count(*) as count from audit_log where ${entries(request)}`;
    return (await onlyRow(counted, db)).count;
  },
  totals: async (db, request) => {
    const { rows } = await sql<Totals>`
      select count(*) as entries, count(distinct lower(username)) as people,
        count(*) filter (where action = 'sign-in') as "signIns",
        count(*) filter (where action in ('sign-in-failed', 'switch-failed')) as failures,
        count(*) filter (where action = 'command' and after->>'kind' = 'open') as openings,
        count(*) filter (where action = 'export') as exports,
        count(*) filter (where action in ('insert', 'update', 'delete', 'import', 'permission')) as changes
      from audit_log where ${entries(request)}`.execute(db);
    const [found] = rows;
    if (!found) return [];
    return [
      totalOf("entries", "Actions", found.entries),
      totalOf("people", "People", found.people),
      totalOf("signIns", "Sign-ins", found.signIns),
      totalOf("failures", "Failed sign-ins", found.failures),
      totalOf("openings", "Manual openings", found.openings),
      totalOf("exports", "Exports", found.exports),
      totalOf("changes", "Changes", found.changes),
    ];
  },
  charts: async (db, request) => {
    const times = sql<{ at: string }>`select at from audit_log where ${entries(request)}`;
    return [await loadTimeChart(db, request.period, { times, title: "Actions", valueTitle: "Actions" })];
  },
});
