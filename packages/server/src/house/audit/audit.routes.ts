import { csvLine } from "@gatehouse/contract/csv";
import { type AuditEntry, auditEndpoints } from "@gatehouse/contract/entities/audit/audit";
import { auditActions } from "@gatehouse/contract/entities/audit/audit-names";
import { zonedText } from "@gatehouse/contract/fields/zoned-time";
import type { ReadDb } from "../../platform/database/database.ts";
import { handle } from "../../platform/http/call.ts";
import { keysetPage } from "../../platform/resources/keyset-page.ts";
import type { Place } from "../../platform/security/cursors.ts";
import type { Services } from "../../platform/services.ts";
import { type AuditFilter, type AuditRow, listAuditRows } from "../audit.store.ts";
import { summarize } from "../audit-summary.ts";
import { loadLinkedNames, type NameOf, nameLinks } from "../linked-names.ts";
import { loadRequiredConfigs } from "../required-config.store.ts";

const rowsPerQuery = 1_000;

/** The filtered audit trail as CSV, newest first, generated while it is downloaded. */
async function* exportAuditCsv(db: ReadDb, filter: AuditFilter, timeZone: string): AsyncGenerator<string> {
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

async function toEntries(read: ReadDb, rows: readonly AuditRow[]): Promise<AuditEntry[]> {
  const nameOf = await loadLinkedNames(read, rows);
  return rows.map((row) => {
    const { call: _, ...entry } = row;
    return { ...entry, summary: summarize(row, nameOf), links: nameLinks(row, nameOf) };
  });
}

const { "GET /audit": list, "GET /audit/export": exported } = auditEndpoints;

/** The audit trail. Its receiver belongs to the integrations. */
export const auditRoutes = ({ cursors }: Services) =>
  handle(
    { "GET /audit": list, "GET /audit/export": exported },
    {
      "GET /audit": async ({ query: { cursor, limit, ...filter }, read }) => {
        const page = await keysetPage({
          cursors,
          cursor,
          limit,
          of: `audit:${JSON.stringify(filter)}`,
          timeOf: ({ at }: AuditRow) => at,
          fetch: (place, count) => listAuditRows(read, filter, place, count),
        });
        return { ...page, data: await toEntries(read, page.data) };
      },
      "GET /audit/export": async ({ query, read }) => ({
        filename: "audit.csv",
        content: exportAuditCsv(read, query, (await loadRequiredConfigs(read)).timeZone),
      }),
    },
  );
