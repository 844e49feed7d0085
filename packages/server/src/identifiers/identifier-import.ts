import type { ImportOutcome } from "@gatehouse/contract/entities/identifier/identifier.endpoints";
import { mostFaultsTold } from "@gatehouse/contract/entities/identifier/identifier-csv";
import type { DateReading } from "@gatehouse/contract/entities/identifier/identifier-csv-date";
import { type Headings, readHeadings } from "@gatehouse/contract/entities/identifier/identifier-csv-headings";
import { type CsvRecord, openCsvReader } from "@gatehouse/contract/entities/identifier/identifier-csv-reader";
import { type CsvRow, openRowReader } from "@gatehouse/contract/entities/identifier/identifier-csv-row";
import { csvLine, restoreCell } from "@gatehouse/contract/entities/identifier/identifier-csv-writer";
import type { IdentifierType } from "@gatehouse/contract/entities/identifier/identifier-origin";
import { normalizeIdentifier } from "@gatehouse/contract/fields/normalize-identifier";
import { sql } from "kysely";
import { beginCopyTransaction, type CopyIn, copyLine } from "../platform/database/copy-in.ts";
import type { Database, Tx } from "../platform/database/database.ts";
import type { Upload } from "../platform/http/call.ts";
import { refuse } from "../platform/http/refusal.ts";
import { type CsvColumn, csvColumns } from "./identifier-columns.ts";
import {
  countLines,
  createStagingTable,
  markRepeated,
  markReversedValidity,
  matchStaged,
  mergeStaged,
  staged,
  stagedColumns,
} from "./identifier-staging.ts";

/** A file of identifiers and how to understand it. */
export interface IdentifierFile {
  readonly upload: Upload;
  readonly type: IdentifierType;
  readonly dates: DateReading;
}

const nothing = { added: 0, updated: 0, unchanged: 0 };
const rowsAtOnce = 500;
const copyStatement = `copy staged (${stagedColumns.map((column) => `"${column}"`).join(", ")}) from stdin`;

/** What the first line of a file says. */
interface Beginning {
  line: number;
  headings: Headings;
  delimiter: string;
}

/** ID-4: takes a file in, all of it or nothing; a dry run tells what it would do. */
export async function importFile(
  tx: Tx,
  copyIn: CopyIn,
  file: IdentifierFile,
  isDryRun: boolean,
): Promise<ImportOutcome> {
  const actor = await withoutActor(tx);
  const { line, headings } = await stageFile(tx, copyIn, file, false);
  const outcome = { isDryRun, ...nothing, columns: [...headings.columns] };
  if (headings.faults.length > 0) {
    const faults = [{ line, messages: [...headings.faults] }];
    return faultless({ ...outcome, rows: 0, faulty: 1, faults });
  }
  const { rows, faulty } = await countLines(tx);
  const lines = { rows, faulty, faults: faulty === 0 ? [] : await firstFaults(tx) };
  const columns = columnsOf(headings, file.type);
  if (isDryRun) return { ...outcome, ...lines, ...(await matchStaged(tx, file.type, columns)) };
  faultless({ ...outcome, ...lines });
  const counts = await mergeStaged(tx, file.type, columns);
  await auditImport(tx, actor, { file: file.upload.filename, rows, ...counts });
  return { ...outcome, ...lines, ...counts };
}

/** ID-4: the faulty lines of a file as CSV, each with its reasons; nothing is stored. */
export async function* faultyLines(db: Database, file: IdentifierFile): AsyncGenerator<string> {
  const transaction = await beginCopyTransaction(db);
  try {
    const { line, headings, delimiter } = await stageFile(transaction.tx, transaction.copyIn, file, true);
    if (headings.faults.length > 0) {
      throw refuse("import/faulty", {
        message: "The headings must be put right first",
        errors: errorsOf([{ line, messages: headings.faults }]),
      });
    }
    const kept = headings.columns.flatMap(({ field }, index) => (field === "reason" ? [] : [index]));
    // The reason comes first: a line with a cell too many would move it elsewhere.
    yield csvLine(["reason", ...kept.map((index) => headings.columns[index]?.heading ?? "")], delimiter);
    const lines = staged(transaction.tx)
      .select(["line", "faults", "cells"])
      .where("faults", "is not", null)
      .orderBy("line")
      .stream(rowsAtOnce);
    for await (const { faults, cells } of lines) {
      const texts = (JSON.parse(cells ?? "[]") as string[]).map(restoreCell);
      const reason = (faults ?? "").replaceAll("\n", "; ");
      const extra = texts.slice(headings.columns.length);
      yield csvLine([reason, ...kept.map((index) => texts[index] ?? ""), ...extra], delimiter);
    }
  } finally {
    await transaction.rollback();
  }
}

/** Brings a file's lines to where they can be counted, compared and merged, with what is wrong with each. */
async function stageFile(tx: Tx, copyIn: CopyIn, file: IdentifierFile, keepsCells: boolean): Promise<Beginning> {
  await createStagingTable(tx);
  let beginning: Beginning = {
    line: 1,
    headings: { columns: [], faults: ["The file is empty: its first line must name the columns"] },
    delimiter: ",",
  };
  async function* lines(): AsyncGenerator<string> {
    let readRow: ((record: CsvRecord) => CsvRow) | undefined;
    const reader = openCsvReader();
    for await (const text of textsOf(file.upload.bytes)) {
      let copied = "";
      for (const record of text === undefined ? reader.end() : reader.read(text)) {
        if (readRow === undefined) {
          const headings = readHeadings(record.cells, file.type);
          const faults = [...(record.fault === undefined ? [] : [record.fault]), ...headings.faults];
          beginning = { line: record.line, headings: { ...headings, faults }, delimiter: reader.delimiter() };
          readRow = openRowReader(file.type, headings, file.dates);
        } else if (beginning.headings.faults.length === 0 && record.cells.some((cell) => cell.trim() !== "")) {
          copied += stagedLine(record, readRow(record), keepsCells);
        }
      }
      if (copied !== "") yield copied;
    }
  }
  await copyIn(copyStatement, lines());
  await markRepeated(tx, file.type);
  await markReversedValidity(tx, file.type, columnsOf(beginning.headings, file.type));
  return beginning;
}

/** The texts of a file as they arrive, and nothing at its end. */
async function* textsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string | undefined> {
  const decoder = new TextDecoder();
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
  yield undefined;
}

function stagedLine(record: CsvRecord, row: CsvRow, keepsCells: boolean): string {
  const cells = keepsCells ? JSON.stringify(record.cells) : null;
  if (row.messages !== undefined) {
    const key = normalizeIdentifier(row.iid) || null;
    return copyLine([record.line, row.messages.join("\n"), key, null, ...csvColumns.map(() => null), cells]);
  }
  const { draft } = row;
  const filled = csvColumns.map((column) => draft[column] ?? null);
  return copyLine([record.line, null, normalizeIdentifier(draft.iid), draft.iid, ...filled, cells]);
}

/** The columns that the file has: others keep their values. */
function columnsOf({ columns }: Headings, type: IdentifierType): CsvColumn[] {
  const present = new Set<string | null>(columns.map(({ field }) => field));
  // In a file of plates the plate is the identifier itself.
  if (type === "LICENSE_PLATE") present.delete("lp");
  return csvColumns.filter((column) => present.has(column));
}

async function firstFaults(tx: Tx): Promise<ImportOutcome["faults"]> {
  const lines = await staged(tx)
    .select(["line", "faults"])
    .where("faults", "is not", null)
    .orderBy("line")
    .limit(mostFaultsTold)
    .execute();
  return lines.map(({ line, faults }) => ({ line, messages: (faults ?? "").split("\n") }));
}

/** A dry run tells of faulty lines; an import is refused because of them. */
function faultless(outcome: ImportOutcome): ImportOutcome {
  const { isDryRun, faulty, faults } = outcome;
  if (isDryRun || faulty === 0) return outcome;
  throw refuse("import/faulty", {
    message: `Nothing was imported, because ${faulty === 1 ? "one line is" : `${faulty} lines are`} faulty`,
    errors: errorsOf(faults),
    ...outcome,
  });
}

const errorsOf = (faults: readonly { line: number; messages: readonly string[] }[]) =>
  faults.flatMap(({ line, messages }) => messages.map((message) => ({ path: `line ${line}`, message })));

/** One act in the audit trail instead of a hundred thousand: the rows are written by nobody. */
async function withoutActor(tx: Tx): Promise<string> {
  const { rows } = await sql<{ actor: string }>`select current_setting('gatehouse.actor') as actor`.execute(tx);
  await sql`select set_config('gatehouse.actor', '', true)`.execute(tx);
  return rows[0]?.actor ?? "{}";
}

async function auditImport(tx: Tx, actor: string, after: object): Promise<void> {
  await sql`insert into audit_log ("userId", username, "requestId", call, "tableName", action, after)
    select (actor->>'userId')::integer, actor->>'username', actor->>'requestId', actor->>'call', 'identifiers', 'import',
      ${JSON.stringify(after)}::jsonb
    from (select ${actor}::jsonb as actor) as by`.execute(tx);
}
