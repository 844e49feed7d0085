import { csvLine } from "@gatehouse/contract/csv";
import { auditActions } from "@gatehouse/contract/entities/audit/audit-names";
import { zonedText } from "@gatehouse/contract/fields/zoned-time";
import type { ReadDb } from "../platform/database/database.ts";
import type { Place } from "../platform/security/cursors.ts";
import { type AuditFilter, type AuditRow, listAuditRows } from "./audit.store.ts";
import { loadLinkedNames, type NameOf } from "./linked-names.ts";
import { summarize } from "./summary.ts";

const rowsPerQuery = 1_000;

/** AUD-1: the filtered audit trail as CSV, newest first, generated while it is downloaded. */
export async function* exportAuditCsv(db: ReadDb, filter: AuditFilter, timeZone: string): AsyncGenerator<string> {
  yield csvLine(["id", "time", "person", "action", "entity", "entityId", "summary", "address", "before", "after"]);
  let place: Place | undefined;
  do {
    const rows = await listAuditRows(db, filter, place, rowsPerQuery);
    const last = rows.at(-1);
    const nameOf = await loadLinkedNames(db, rows);
    if (last) yield rows.map((row) => toLine(row, timeZone, nameOf)).join("");
    place = last && rows.length === rowsPerQuery ? { id: last.id, at: last.at, way: "next", of: "export" } : undefined;
  } while (place);
}

function toLine(row: AuditRow, timeZone: string, nameOf: NameOf): string {
  const cells = [row.id, zonedText(new Date(row.at), timeZone), row.user, auditActions[row.action], row.entity];
  const rest = [row.entityId, summarize(row, nameOf), row.address, toJson(row.before), toJson(row.after)];
  return csvLine([...cells, ...rest]);
}

const toJson = (record: object | null) => (record === null ? "" : JSON.stringify(record));
