import { type AuditEntry, auditEndpoints } from "@gatehouse/contract/entities/audit/audit";
import { loadRequiredConfigs } from "../configuration/required-config.store.ts";
import type { ReadDb } from "../platform/database/database.ts";
import { handle } from "../platform/http/call.ts";
import type { Services } from "../platform/services.ts";
import { keysetPage } from "../resources/keyset-page.ts";
import { type AuditRow, listAuditRows } from "./audit.store.ts";
import { exportAuditCsv } from "./audit-csv.ts";
import { loadLinkedNames, nameLinks } from "./linked-names.ts";
import { summarize } from "./summary.ts";

async function toEntries(read: ReadDb, rows: readonly AuditRow[]): Promise<AuditEntry[]> {
  const nameOf = await loadLinkedNames(read, rows);
  return rows.map((row) => {
    const { call: _, ...entry } = row;
    return { ...entry, summary: summarize(row, nameOf), links: nameLinks(row, nameOf) };
  });
}

const { "GET /audit": list, "GET /audit/export": exported } = auditEndpoints;

/** AUD-1, AUD-2: the audit trail. Its receiver belongs to the integrations. */
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
