/** A line of a CSV file, or several where a cell has line breaks. */
export interface CsvRecord {
  /** The line of the file where it begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** What is wrong with how it is written. */
  readonly fault?: string;
}

/** Reads CSV as it arrives: its records come out as soon as their last line is complete. */
export interface CsvReader {
  read(text: string): CsvRecord[];
  /** What is left when no more text comes. */
  end(): CsvRecord[];
  /** Comma or semicolon, as the first line has it. */
  delimiter(): string;
}

/** A record with quotation marks: inside of them it goes on over the end of the line. */
interface Quoted {
  readonly line: number;
  readonly cells: string[];
  /** The cell whose closing mark is still to come. */
  cell: string | undefined;
  fault?: string;
}

const lineEnd = /\r\n|\n|\r/g;

// A mark that nobody closes must not swallow the file.
const longestCell = 100_000;

const faults = {
  inside: "Has a quotation mark inside a cell: quote the cell and double the inner one",
  after: "Has text after a closing quotation mark",
  open: "Has a quotation mark that is not closed",
} as const;

/** RFC 4180 with either delimiter and any line end; blank lines are left out, and counted as lines. */
export function openCsvReader(): CsvReader {
  let rest = "";
  let line = 0;
  let delimiter: string | undefined;
  let open: Quoted | undefined;

  function take(text: string, isEnd: boolean): CsvRecord[] {
    const records: CsvRecord[] = [];
    let start = 0;
    lineEnd.lastIndex = 0;
    for (let found = lineEnd.exec(text); found; found = lineEnd.exec(text)) {
      // A carriage return at the end of what has arrived may be the first half of a line end.
      if (found[0] === "\r" && lineEnd.lastIndex === text.length && !isEnd) break;
      takeLine(text.slice(start, found.index), found[0], records);
      start = lineEnd.lastIndex;
    }
    rest = text.slice(start);
    return records;
  }

  function takeLine(text: string, end: string, records: CsvRecord[]): void {
    line += 1;
    if (!open && text.trim() === "") return;
    delimiter ??= delimiterOf(text);
    if (!open && !text.includes('"')) {
      records.push({ line, cells: text.split(delimiter) });
      return;
    }
    open ??= { line, cells: [], cell: undefined };
    readQuoted(open, text, delimiter);
    if (open.cell !== undefined && open.cell.length <= longestCell) {
      open.cell += end;
      return;
    }
    close(records);
  }

  function close(records: CsvRecord[]): void {
    if (!open) return;
    const { line, cells, cell, fault } = open;
    if (cell === undefined) records.push({ line, cells, ...(fault && { fault }) });
    else records.push({ line, cells: [...cells, cell], fault: faults.open });
    open = undefined;
  }

  return {
    read: (text) => take(rest + text, false),
    end: () => {
      const records = take(rest, true);
      if (rest !== "") takeLine(rest, "", records);
      close(records);
      return records;
    },
    delimiter: () => delimiter ?? ",",
  };
}

/** Reads one more line of a record; its last cell is left open when a mark is not closed on this line. */
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
      if (cell.includes('"')) record.fault ??= faults.inside;
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
    if (after.trim() !== "") record.fault ??= faults.after;
    record.cells.push(record.cell + after.trim());
    record.cell = undefined;
    at = end + 1;
  }
}

function delimiterOf(heading: string): string {
  const unquoted = heading.replaceAll(/"[^"]*"?/g, "");
  return unquoted.split(";").length > unquoted.split(",").length ? ";" : ",";
}

// What a spreadsheet would take for a formula (OWASP, CSV injection).
const formula = /^'*[=+\-@\t\r]/;
const neutralized = /^''*[=+\-@\t\r]/;

/** A line of CSV, in which nothing is a formula to a spreadsheet. */
export const csvLine = (cells: readonly string[], delimiter = ","): string =>
  `${cells.map((cell) => quoted(neutralize(cell), delimiter)).join(delimiter)}\r\n`;

/** The text of a cell as it was before it was neutralised. */
export const restoreCell = (cell: string): string => (neutralized.test(cell) ? cell.slice(1) : cell);

const neutralize = (cell: string) => (formula.test(cell) ? `'${cell}` : cell);

const quoted = (cell: string, delimiter: string) =>
  /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell;
