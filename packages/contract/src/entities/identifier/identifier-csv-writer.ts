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
