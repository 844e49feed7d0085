import { restoreCell } from "../../csv.ts";
import { formatCount } from "../../fields/number.ts";
import type { IdentifierType } from "./identifier.ts";
import {
  columnNames,
  exportOnlyColumns,
  type IdentifierColumn,
  identifierFiles,
  ignoredColumn,
  plateColumns,
  tagColumns,
} from "./identifier-csv.ts";

type KnownColumn = IdentifierColumn | (typeof exportOnlyColumns)[number];

/** The parsed headings of a file. */
export interface Headings {
  /** Each heading with its column; null if it is unknown. */
  readonly columns: readonly { heading: string; field: KnownColumn | typeof ignoredColumn | null }[];
  readonly faults: readonly string[];
}

// As people and spreadsheets write them: "Vehicle Type", "valid_to", "Owner-Name".
const plain = (heading: string) => heading.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");

/** The columns by their plain headings; the first column in the file's order wins. */
const byPlainHeading = (type: IdentifierType) =>
  new Map<string, KnownColumn>([
    ...(type === "RFID" ? tagColumns : ([...plateColumns, "rfid"] as const)).toReversed().flatMap((column) => {
      const { title, headings } = columnNames[column];
      return [...headings, title, column].map((heading) => [plain(heading), column] as const);
    }),
    ...exportOnlyColumns.map((column) => [plain(column), column] as const),
  ]);

const knownHeadings: Record<IdentifierType, ReadonlyMap<string, KnownColumn>> = {
  LICENSE_PLATE: byPlainHeading("LICENSE_PLATE"),
  RFID: byPlainHeading("RFID"),
};

/** More are not headings: the file is something else, or has no line breaks. */
const maxHeadings = 100;
const maxShownLength = 60;

/** What a caller chose for the columns of a file, in their order; empty: by its heading. */
export type ColumnChoices = readonly (IdentifierColumn | typeof ignoredColumn | "")[];

/** Maps headings to columns; unknown, duplicate and missing columns are errors. */
export function readHeadings(cells: readonly string[], type: IdentifierType, choices: ColumnChoices = []): Headings {
  const { columns: known, required } = identifierFiles[type];
  if (cells.length > maxHeadings) return { columns: [], faults: [noHeadings(cells.length, known)] };
  const columns = cells.map((cell, index) => {
    const heading = restoreCell(cell.trim());
    return { heading: shortened(heading), field: choices[index] || (knownHeadings[type].get(plain(heading)) ?? null) };
  });
  const fields = columns.map(({ field }) => field);
  if (columns.some(({ heading }) => isMisread(heading))) return { columns: [], faults: [notUtf8] };
  const faults = [
    ...columns.flatMap(({ heading, field }, index) => {
      if (field === null) return [unknownHeading(heading, known)];
      return field !== ignoredColumn && fields.indexOf(field) < index
        ? [`"${heading}" names the column ${titleOf(field)} a second time`]
        : [];
    }),
    ...required
      .filter((column) => !fields.includes(column))
      .map((column) => `The column ${titleOf(column)} is missing`),
  ];
  return { columns, faults };
}

const notUtf8 = "The file is not UTF-8: save it as CSV UTF-8";

/** Whether a text is in another encoding: UTF-16 has a zero byte with each letter. */
const isMisread = (text: string) => text.includes("\u{fffd}") || text.includes("\0");

/** A cell as it is shown to a person. */
export const shortened = (cell: string): string =>
  cell.length > maxShownLength ? `${cell.slice(0, maxShownLength)}…` : cell;

/** How messages name a column. */
const titleOf = (column: KnownColumn): string =>
  column in columnNames ? columnNames[column as IdentifierColumn].title : column;

const noHeadings = (count: number, known: readonly IdentifierColumn[]) =>
  `The first line must name the columns, but it has ${formatCount(count, "cell")}. Known columns: ${known.map(titleOf).join(", ")}`;

function unknownHeading(heading: string, known: readonly IdentifierColumn[]): string {
  const what = heading === "" ? "A column without a heading" : `"${heading}"`;
  return `${what} is not a known column. Known: ${known.map(titleOf).join(", ")}`;
}
