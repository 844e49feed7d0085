import { type CsvRecord, createCsvReader, csvLine, restoreCell } from "@gatehouse/contract/csv";
import type { IdentifierType, ImportOutcome } from "@gatehouse/contract/entities/identifier/identifier";
import { ignoredColumn, maxListedErrors } from "@gatehouse/contract/entities/identifier/identifier-csv";
import type { DateReading } from "@gatehouse/contract/entities/identifier/identifier-csv-date";
import {
  type ColumnChoices,
  type Headings,
  readHeadings,
  shortened,
} from "@gatehouse/contract/entities/identifier/identifier-csv-headings";
import { type CsvRow, createRowReader } from "@gatehouse/contract/entities/identifier/identifier-csv-row";
import { asText } from "@gatehouse/contract/fields/as-text";
import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import { sql } from "kysely";
import { type Actor, insertAuditEntry } from "../../platform/database/audit-entry.ts";
import { beginCopyTransaction, type CopyIn, copyLine } from "../../platform/database/copy-in.ts";
import type { Database, Tx } from "../../platform/database/database.ts";
import type { Upload } from "../../platform/http/call.ts";
import { httpError } from "../../platform/http/http-error.ts";
import { type CsvColumn, csvColumns } from "./identifier-columns.ts";
import {
  countLines,
  createStagingTable,
  markDuplicates,
  markReversedValidity,
  matchStaged,
  mergeStaged,
  staged,
  stagedColumns,
  stageGroups,
} from "./identifier-staging.ts";

/** A file of identifiers and how to parse it. */
export interface IdentifierFile {
  readonly upload: Upload;
  readonly type: IdentifierType;
  readonly columns: ColumnChoices;
  readonly dates: DateReading;
}

const noChanges = { added: 0, updated: 0, unchanged: 0 };
const batchSize = 500;
const copyStatement = `copy staged (${stagedColumns.map((column) => `"${column}"`).join(", ")}) from stdin`;

/** The parsed first line of a file. */
interface Header {
  line: number;
  headings: Headings;
  delimiter: string;
  /** The cells of the first line below the headings. */
  example: readonly string[];
}

interface ImportChoices {
  /** Only reports what would change. */
  readonly dryRun: boolean;
  /** Whether the valid lines of a file with faulty ones are imported. */
  readonly faulty: "refuse" | "skip";
}

/** Imports a file completely or not at all, or without its faulty lines. */
export async function importFile(
  tx: Tx,
  copyIn: CopyIn,
  file: IdentifierFile,
  { dryRun: isDryRun, faulty: faultyLines }: ImportChoices,
): Promise<ImportOutcome> {
  const actor = await clearActor(tx);
  const { line, headings, example } = await stageFile(tx, copyIn, file, false);
  const sent = headings.columns.map((column, index) => ({
    ...column,
    example: shortened(restoreCell(asText(example[index]))),
  }));
  const outcome = { isDryRun, ...noChanges, columns: sent };
  if (headings.faults.length > 0) {
    const faults = [{ line, messages: [...headings.faults] }];
    return requireFaultless({ ...outcome, rows: 0, faulty: 1, faults });
  }
  const { rows, faulty } = await countLines(tx);
  const lines = { rows, faulty, faults: faulty === 0 ? [] : await firstErrors(tx) };
  const columns = { columns: columnsOf(headings, file.type), hasGroups: hasGroupsColumn(headings) };
  if (isDryRun) return { ...outcome, ...lines, ...(await matchStaged(tx, file.type, columns)) };
  if (faultyLines === "refuse" || faulty === rows) requireFaultless({ ...outcome, ...lines });
  const counts = await mergeStaged(tx, file.type, columns);
  const after = { file: file.upload.filename, rows, ...counts, ...(faulty > 0 && { faulty }) };
  await insertAuditEntry(tx, { action: "import", entity: "identifiers", after }, actor);
  return { ...outcome, ...lines, ...counts };
}

/** Returns the faulty lines of a file as CSV with their reasons; stores nothing. */
export async function* faultyLines(db: Database, file: IdentifierFile): AsyncGenerator<string> {
  const transaction = await beginCopyTransaction(db);
  try {
    const { line, headings, delimiter } = await stageFile(transaction.tx, transaction.copyIn, file, true);
    if (headings.faults.length > 0) {
      throw httpError("import/faulty", {
        message: "Correct the headings first",
        errors: errorsOf([{ line, messages: headings.faults }]),
      });
    }
    const kept = headings.columns.flatMap(({ heading, field }, index) =>
      // Columns that the caller chose get headings that the next import understands.
      field === "reason" || field === ignoredColumn ? [] : [{ index, heading: file.columns[index] || heading }],
    );
    // The reason comes first, so that extra cells can't shift it.
    yield csvLine(["reason", ...kept.map(({ heading }) => heading)], delimiter);
    const lines = staged(transaction.tx)
      .select(["line", "faults", "cells"])
      .where("faults", "is not", null)
      .orderBy("line")
      .stream(batchSize);
    for await (const { faults, cells } of lines) {
      const texts = (JSON.parse(cells ?? "[]") as string[]).map(restoreCell);
      const reason = asText(faults).replaceAll("\n", "; ");
      const extra = texts.slice(headings.columns.length);
      yield csvLine([reason, ...kept.map(({ index }) => texts[index]), ...extra], delimiter);
    }
  } finally {
    await transaction.rollback();
  }
}

/** Copies the lines of a file with their errors into the staging table. */
async function stageFile(tx: Tx, copyIn: CopyIn, file: IdentifierFile, keepsCells: boolean): Promise<Header> {
  await createStagingTable(tx);
  let header: Header = {
    line: 1,
    headings: { columns: [], faults: ["The file is empty: its first line must name the columns"] },
    delimiter: ",",
    example: [],
  };
  async function* lines(): AsyncGenerator<string> {
    let readRow: ((record: CsvRecord) => CsvRow) | undefined;
    const reader = createCsvReader();
    for await (const text of decode(file.upload.bytes)) {
      let copied = "";
      for (const record of text === undefined ? reader.end() : reader.read(text)) {
        if (readRow === undefined) {
          const headings = readHeadings(record.cells, file.type, file.columns);
          const faults = [...(record.error === undefined ? [] : [record.error]), ...headings.faults];
          header = { line: record.line, headings: { ...headings, faults }, delimiter: reader.delimiter(), example: [] };
          readRow = createRowReader(file.type, headings, file.dates);
          continue;
        }
        if (header.example.length === 0) header.example = record.cells;
        if (header.headings.faults.length === 0 && record.cells.some((cell) => cell.trim() !== "")) {
          copied += stagedLine(record, readRow(record), keepsCells);
        }
      }
      if (copied !== "") yield copied;
    }
  }
  await copyIn(copyStatement, lines());
  await markDuplicates(tx, file.type);
  await markReversedValidity(tx, file.type, columnsOf(header.headings, file.type));
  if (hasGroupsColumn(header.headings)) await stageGroups(tx);
  return header;
}

/** Decodes a file in chunks; ends with undefined. */
async function* decode(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string | undefined> {
  const decoder = new TextDecoder();
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
  yield undefined;
}

function stagedLine(record: CsvRecord, row: CsvRow, keepsCells: boolean): string {
  const cells = keepsCells ? JSON.stringify(record.cells) : null;
  if (row.messages !== undefined) {
    const key = normalizeIdentifier(row.iid) || null;
    return copyLine([record.line, row.messages.join("\n"), key, null, ...csvColumns.map(() => null), null, cells]);
  }
  const { draft } = row;
  const filled = csvColumns.map((column) => draft[column] ?? null);
  const groups = draft.groups === undefined ? null : JSON.stringify(draft.groups);
  return copyLine([record.line, null, normalizeIdentifier(draft.iid), draft.iid, ...filled, groups, cells]);
}

const hasGroupsColumn = ({ columns }: Headings): boolean => columns.some(({ field }) => field === "groups");

/** The columns in the file; the import does not change the others. */
function columnsOf({ columns }: Headings, type: IdentifierType): CsvColumn[] {
  const present = new Set<string | null>(columns.map(({ field }) => field));
  // In a file of plates the plate is the identifier itself.
  if (type === "LICENSE_PLATE") present.delete("lp");
  return csvColumns.filter((column) => present.has(column));
}

async function firstErrors(tx: Tx): Promise<ImportOutcome["faults"]> {
  const lines = await staged(tx)
    .select(["line", "faults"])
    .where("faults", "is not", null)
    .orderBy("line")
    .limit(maxListedErrors)
    .execute();
  return lines.map(({ line, faults }) => ({ line, messages: asText(faults).split("\n") }));
}

/** Rejects an import with faulty lines; a dry run reports them instead. */
function requireFaultless(outcome: ImportOutcome): ImportOutcome {
  const { isDryRun, faulty, faults } = outcome;
  if (isDryRun || faulty === 0) return outcome;
  throw httpError("import/faulty", {
    message: `Nothing was imported, because ${faulty === 1 ? "one line is" : `${faulty} lines are`} faulty`,
    errors: errorsOf(faults),
    ...outcome,
  });
}

const errorsOf = (errors: readonly { line: number; messages: readonly string[] }[]) =>
  errors.flatMap(({ line, messages }) => messages.map((message) => ({ path: `line ${line}`, message })));

/** Clears the author, so that the triggers audit no rows: the import writes one audit entry itself. Returns the author. */
async function clearActor(tx: Tx): Promise<Actor> {
  const { rows } = await sql<{ actor: string }>`select current_setting('gatehouse.actor') as actor`.execute(tx);
  await sql`select set_config('gatehouse.actor', '', true)`.execute(tx);
  return JSON.parse(rows[0]?.actor ?? "{}") as Actor;
}
