import {
  type IdentifierColumn,
  identifierFiles,
  tagColumns,
} from "@gatehouse/contract/entities/identifier/identifier-csv";
import { csvLine } from "@gatehouse/contract/entities/identifier/identifier-csv-writer";
import type { IdentifierType } from "@gatehouse/contract/entities/identifier/identifier-origin";
import { zonedText } from "@gatehouse/contract/fields/zoned-time";
import type { ReadDb } from "../platform/database/database.ts";
import { conditions, identifierRows, type Sought } from "./identifier-list.ts";

/** What is exported. */
export interface ExportedList extends Sought {
  /** Only these; their file can be imported as it is. */
  type?: IdentifierType | undefined;
}

type Row = Awaited<ReturnType<ReturnType<typeof identifierRows>["execute"]>>[number];

const rowsAtOnce = 1_000;

/** ID-1: what a list shows as CSV, under the headings of an import. */
export async function* exportLines(
  db: ReadDb,
  list: ExportedList,
  now: Date,
  timeZone: string,
): AsyncGenerator<string> {
  const columns = [
    ...(list.type === undefined ? tagColumns : identifierFiles[list.type].columns),
    "lastSeenAt",
  ] as const;
  yield csvLine(columns);
  let rows = identifierRows(db).where((row) => row.and(conditions(row, list, now)));
  if (list.type !== undefined) rows = rows.where("type", "=", list.type);
  const timeText = (time: string | null) => (time === null ? "" : zonedText(new Date(time), timeZone));
  const cellOf: Record<IdentifierColumn | "lastSeenAt", (row: Row) => string | null> = {
    rfid: ({ type, iid }) => (type === "RFID" ? iid : null),
    lp: ({ type, iid, lp }) => (type === "RFID" ? lp : iid),
    vehicleType: ({ vehicleType }) => vehicleType,
    ownerName: ({ ownerName }) => ownerName,
    ownerEmail: ({ ownerEmail }) => ownerEmail,
    orgName: ({ orgName }) => orgName,
    parkingId: ({ parkingId }) => parkingId,
    validFrom: ({ validFrom }) => timeText(validFrom),
    validTo: ({ validTo }) => timeText(validTo),
    lastSeenAt: ({ lastSeenAt }) => timeText(lastSeenAt),
  };
  let lines = "";
  for await (const row of rows.orderBy("identifiers.id", "desc").stream(rowsAtOnce)) {
    lines += csvLine(columns.map((column) => cellOf[column](row) ?? ""));
    if (lines.length < 65_536) continue;
    yield lines;
    lines = "";
  }
  yield lines;
}
