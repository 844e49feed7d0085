import { asText } from "./fields/as-text.ts";
/** A record of a CSV file; it spans several lines if a cell has line breaks. */
export interface CsvRecord {
  /** The number of its first line, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** A syntax error. */
  readonly error?: string;
}

/** A streaming CSV reader. */
export interface CsvReader {
  read(text: string): CsvRecord[];
  /** Ends the input and returns the remaining records. */
  end(): CsvRecord[];
  /** Comma, semicolon or tab, detected in the first line. */
  delimiter(): string;
}

/** A record with quotes, which may continue on the next line. */
interface Quoted {
  readonly line: number;
  readonly cells: string[];
  /** The cell whose closing quote is still to come. */
  cell: string | undefined;
  error?: string;
}

const lineEnd = /\r\n|\n|\r/g;

// An unclosed quote must not consume the rest of the file.
const maxCellLength = 100_000;

const errors = {
  inside: "Has a quotation mark inside a cell: quote the cell and double the inner one",
  after: "Has text after a closing quotation mark",
  open: "Has a quotation mark that is not closed",
} as const;

/** Reads RFC 4180 with any delimiter and any line end; blank lines are skipped but counted. */
export function createCsvReader(): CsvReader {
  // The start of a line. Only new text is searched for its end: a file without line ends would take quadratic time.
  let rest = "";
  let half = "";
  let line = 0;
  let delimiter: string | undefined;
  let open: Quoted | undefined;

  function readLines(text: string, isEnd: boolean): CsvRecord[] {
    const records: CsvRecord[] = [];
    // A carriage return at the end of a chunk may be the first half of CRLF.
    half = !isEnd && text.endsWith("\r") ? "\r" : "";
    const whole = text.slice(0, text.length - half.length);
    let start = 0;
    for (const { 0: end, index } of whole.matchAll(lineEnd)) {
      const found = rest + whole.slice(start, index);
      rest = "";
      readLine(found, end, records);
      start = index + end.length;
    }
    rest += whole.slice(start);
    return records;
  }

  function readLine(text: string, end: string, records: CsvRecord[]): void {
    line += 1;
    if (!open && text.trim() === "") return;
    if (delimiter === undefined) {
      const declared = separatorLine.exec(text)?.[1];
      delimiter = declared ?? detectDelimiter(text);
      if (declared !== undefined) return;
    }
    if (!open && !text.includes('"')) {
      records.push({ line, cells: text.split(delimiter) });
      return;
    }
    open ??= { line, cells: [], cell: undefined };
    readQuoted(open, text, delimiter);
    if (open.cell !== undefined && open.cell.length <= maxCellLength) {
      open.cell += end;
      return;
    }
    close(records);
  }

  function close(records: CsvRecord[]): void {
    if (!open) return;
    const { line, cells, cell, error } = open;
    if (cell === undefined) records.push({ line, cells, ...(error && { error }) });
    else records.push({ line, cells: [...cells, cell], error: errors.open });
    open = undefined;
  }

  return {
    read: (text) => readLines(half + text, false),
    end: () => {
      const records = readLines(half, true);
      if (rest !== "") readLine(rest, "", records);
      close(records);
      return records;
    },
    delimiter: () => delimiter ?? ",",
  };
}

/** Reads another line of a record; the last cell stays open if its quote is not closed on this line. */
function readQuoted(record: Quoted, text: string, delimiter: string): void {
  const endOfCell = (from: number) => {
    const found = text.indexOf(delimiter, from);
    return found === -1 ? text.length : found;
  };
  let at = 0;
  while (at <= text.length) {
    if (record.cell === undefined && text[at] === '"') {
      record.cell = "";
      at += 1;
    }
    if (record.cell === undefined) {
      const end = endOfCell(at);
      const cell = text.slice(at, end);
      if (cell.includes('"')) record.error ??= errors.inside;
      record.cells.push(cell);
      at = end + 1;
      continue;
    }
    const mark = text.indexOf('"', at);
    record.cell += text.slice(at, mark === -1 ? text.length : mark);
    if (mark === -1) return;
    if (text[mark + 1] === '"') {
      record.cell += '"';
      at = mark + 2;
      continue;
    }
    const end = endOfCell(mark + 1);
    const after = text.slice(mark + 1, end);
    if (after.trim() !== "") record.error ??= errors.after;
    record.cells.push(record.cell + after.trim());
    record.cell = undefined;
    at = end + 1;
  }
}

const delimiters = [",", ";", "\t"] as const;

/** The first line that Excel writes and reads to declare its delimiter. */
const separatorLine = /^sep=([,;\t])$/i;

/** The delimiter that a heading has most of. */
function detectDelimiter(heading: string): string {
  const unquoted = heading.replaceAll(/"[^"]*"?/g, "");
  const count = (delimiter: string) => unquoted.split(delimiter).length;
  return delimiters.reduce((best, other) => (count(other) > count(best) ? other : best));
}

// What a spreadsheet would take for a formula (OWASP, CSV injection).
const formula = /^'*[=+\-@\t\r]/;
const neutralized = /^''*[=+\-@\t\r]/;

/** The digits of a number: a minus sign does not make it a formula, and programs must be able to read it. */
export interface CsvNumber {
  readonly digits: string;
}

/** A line of CSV, with formulas neutralised. A cell without a value is empty. */
export const csvLine = (cells: readonly (string | number | null | undefined | CsvNumber)[], delimiter = ","): string =>
  `${cells.map((cell) => (typeof cell === "object" && cell !== null ? cell.digits : quoted(neutralize(asText(cell)), delimiter))).join(delimiter)}\r\n`;

/** The text of a cell before it was neutralised. */
export const restoreCell = (cell: string): string => (neutralized.test(cell) ? cell.slice(1) : cell);

const neutralize = (cell: string) => (formula.test(cell) ? `'${cell}` : cell);

const quoted = (cell: string, delimiter: string) =>
  /["\r\n\t]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell;
