import { csvLine } from "@gatehouse/contract/csv";
import type { IdentifierType } from "@gatehouse/contract/entities/identifier/identifier";
import {
  type IdentifierColumn,
  identifierFiles,
  tagColumns,
} from "@gatehouse/contract/entities/identifier/identifier-csv";
import { zonedText } from "@gatehouse/contract/fields/zoned-time";
import { sql } from "kysely";
import type { ReadDb } from "../platform/database/database.ts";
import { conditions, type IdentifierQuery, identifierRows } from "./identifier-list.ts";

export interface ExportQuery extends IdentifierQuery {
  /** Limits the export to one type; such a file can be imported again. */
  type?: IdentifierType | undefined;
}

type Row = Awaited<ReturnType<ReturnType<typeof exportedRows>["execute"]>>[number];

const exportedRows = (db: ReadDb) =>
  identifierRows(db).select(
    sql<string[]>`array(select a.name from identifier_groups g join access_groups a on a.id = g."groupId"
      where g."identifierId" = identifiers.id order by lower(a.name))`.as("groupNames"),
  );

const rowsPerPage = 2_000;
const chunkLength = 65_536;

/** ID-1: exports the matching identifiers as CSV, with the headings of an import. */
export async function* exportLines(
  db: ReadDb,
  query: ExportQuery,
  now: Date,
  timeZone: string,
): AsyncGenerator<string> {
  const columns = [
    ...(query.type === undefined ? tagColumns : identifierFiles[query.type].columns),
    "lastSeenAt",
  ] as const;
  yield csvLine(columns);
  let rows = exportedRows(db).where((row) => row.and(conditions(row, query, now)));
  if (query.type !== undefined) rows = rows.where("type", "=", query.type);
  const formatTime = (time: string | null) => (time === null ? "" : zonedText(new Date(time), timeZone));
  const cellOf: Record<IdentifierColumn | "lastSeenAt", (row: Row) => string | null> = {
    rfid: ({ type, iid }) => (type === "RFID" ? iid : null),
    lp: ({ type, iid, lp }) => (type === "RFID" ? lp : iid),
    vehicleType: ({ vehicleType }) => vehicleType,
    ownerName: ({ ownerName }) => ownerName,
    ownerEmail: ({ ownerEmail }) => ownerEmail,
    orgName: ({ orgName }) => orgName,
    parkingId: ({ parkingId }) => parkingId,
    validFrom: ({ validFrom }) => formatTime(validFrom),
    validTo: ({ validTo }) => formatTime(validTo),
    groups: ({ groupNames }) => groupNames.join("; "),
    lastSeenAt: ({ lastSeenAt }) => formatTime(lastSeenAt),
  };
  let lines = "";
  for await (const row of readPages(rows)) {
    lines += csvLine(columns.map((column) => cellOf[column](row)));
    if (lines.length < chunkLength) continue;
    yield lines;
    lines = "";
  }
  yield lines;
}

/** Pages instead of one cursor: a million rows, or a slow caller, take longer than a statement may. */
async function* readPages(rows: ReturnType<typeof exportedRows>): AsyncGenerator<Row> {
  let page = await rows.orderBy("identifiers.id", "desc").limit(rowsPerPage).execute();
  for (let last = page.at(-1); last; last = page.at(-1)) {
    yield* page;
    page = await rows
      .where("identifiers.id", "<", last.id)
      .orderBy("identifiers.id", "desc")
      .limit(rowsPerPage)
      .execute();
  }
}
