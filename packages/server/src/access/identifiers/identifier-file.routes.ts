import { csvLine } from "@gatehouse/contract/csv";
import { type IdentifierType, identifierEndpoints } from "@gatehouse/contract/entities/identifier/identifier";
import {
  type IdentifierColumn,
  identifierFiles,
  tagColumns,
} from "@gatehouse/contract/entities/identifier/identifier-csv";
import type { ColumnChoices } from "@gatehouse/contract/entities/identifier/identifier-csv-headings";
import { zonedText } from "@gatehouse/contract/fields/zoned-time";
import { sql } from "kysely";
import { loadRequiredConfigs } from "../../house/required-config.store.ts";
import type { ReadDb } from "../../platform/database/database.ts";
import { type Call, handle } from "../../platform/http/call.ts";
import type { Services } from "../../platform/services.ts";
import { conditions, type IdentifierQuery, identifierRows } from "../identifier-list.ts";
import { requireAdmin } from "./identifier.routes.ts";
import { faultyLines, type IdentifierFile, importFile } from "./identifier-import.ts";

interface ExportQuery extends IdentifierQuery {
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

/** Exports the matching identifiers as CSV, with the headings of an import. */
async function* exportLines(db: ReadDb, query: ExportQuery, now: Date, timeZone: string): AsyncGenerator<string> {
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

const endpoints = {
  "GET /ac/ids/export": identifierEndpoints["GET /ac/ids/export"],
  "POST /ac/upload-lps": identifierEndpoints["POST /ac/upload-lps"],
  "POST /ac/upload-rfids": identifierEndpoints["POST /ac/upload-rfids"],
  "POST /ac/upload-lps/faulty": identifierEndpoints["POST /ac/upload-lps/faulty"],
  "POST /ac/upload-rfids/faulty": identifierEndpoints["POST /ac/upload-rfids/faulty"],
};

type FileCall = Pick<Call<(typeof endpoints)["POST /ac/upload-lps/faulty"]>, "query" | "read" | "upload">;
type ImportCall = Call<(typeof endpoints)["POST /ac/upload-lps"]>;

/** Imports and exports CSV files, with times in the site's time zone. */
export const identifierFileRoutes = ({ db, clock }: Services) => {
  const fileOf = async ({ query, read, upload }: FileCall, type: IdentifierType): Promise<IdentifierFile> => {
    requireAdmin(query.scope);
    return {
      upload,
      type,
      columns: query.columns.split(",") as ColumnChoices,
      dates: { order: query.dates, timeZone: (await loadRequiredConfigs(read)).timeZone },
    };
  };
  const importAs = (type: IdentifierType) => async (call: ImportCall) => {
    const file = await fileOf(call, type);
    return call.writeMany((tx, copyIn) => importFile(tx, copyIn, file, call.query));
  };
  const faulty = (type: IdentifierType) => async (call: FileCall) => ({
    filename: `faulty-${type === "RFID" ? "tags" : "plates"}.csv`,
    content: faultyLines(db, await fileOf(call, type)),
  });
  return handle(endpoints, {
    "GET /ac/ids/export": async ({ query, read }) => ({
      filename: `identifiers-${query.scope.toLowerCase()}.csv`,
      content: exportLines(read, query, clock.now(), (await loadRequiredConfigs(read)).timeZone),
    }),
    "POST /ac/upload-lps": importAs("LICENSE_PLATE"),
    "POST /ac/upload-rfids": importAs("RFID"),
    "POST /ac/upload-lps/faulty": faulty("LICENSE_PLATE"),
    "POST /ac/upload-rfids/faulty": faulty("RFID"),
  });
};
