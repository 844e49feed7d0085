import { formatCount } from "../../fields/number.ts";

/** The size of a grid sign and its idle content. */
export interface GridSign {
  readonly rows: number;
  readonly chars: number;
  readonly idle: readonly string[];
  readonly variables: readonly { readonly variableId: number; readonly label: string }[];
}

/** The largest sign. */
export const maxSign = { rows: 16, chars: 64 };

/** The rows of a sign, and whether everything fits. */
export interface SignRows {
  readonly rows: readonly string[];
  readonly fits: boolean;
}

/** The rows of a sign, also for its preview: a message, else its idle rows and variables. */
export function signRows(
  sign: GridSign,
  currentOf: (variableId: number) => number | undefined,
  message: string | null,
): SignRows {
  // With an empty message the sign stays as it is.
  const shown = message === null || message.trim() === "" ? idleRows(sign, currentOf) : messageRows(sign, message);
  const isInside = shown.rows.length <= sign.rows && shown.rows.every((row) => width(row) <= sign.chars);
  return { rows: shown.rows, fits: shown.fits && isInside };
}

/** The error of a text that a sign would cut. */
export const textTooLong = (name: string, { rows, chars }: Pick<GridSign, "rows" | "chars">): string =>
  `Too long for "${name}", which has ${formatCount(rows, "row")} of ${formatCount(chars, "character")}`;

/** The idle messages first, then a row for each variable. */
function idleRows({ idle, variables, chars }: GridSign, currentOf: (id: number) => number | undefined): SignRows {
  const lines = variables.map(({ label, variableId }) => variableRow(label, currentOf(variableId), chars));
  return { rows: [...idle, ...lines.map((line) => line.row)], fits: lines.every((line) => line.fits) };
}

/** Label on the left, value on the right. Only the label is cut, because a cut number would be wrong. */
function variableRow(label: string, value: number | undefined, chars: number): { row: string; fits: boolean } {
  const digits = String(value ?? "---");
  if (width(digits) > chars) return { row: "#".repeat(chars), fits: false };
  const start = [...label].slice(0, Math.max(0, chars - width(digits) - 1));
  const gap = " ".repeat(chars - start.length - width(digits));
  return { row: `${start.join("")}${gap}${digits}`, fits: start.length === width(label) };
}

/** A message is centred on the sign. */
function messageRows({ rows, chars }: GridSign, message: string): SignRows {
  const wrapped = message.split("\n").flatMap((line) => wrap(line, chars));
  const above = Math.max(0, Math.floor((rows - wrapped.length) / 2));
  return { rows: [...Array<string>(above).fill(""), ...wrapped.map((line) => centred(line, chars))], fits: true };
}

const width = (text: string): number => [...text].length;

const centred = (line: string, chars: number): string =>
  " ".repeat(Math.max(0, Math.floor((chars - width(line)) / 2))) + line;

/** Wraps at words; a word longer than a row is not split. */
function wrap(text: string, chars: number): string[] {
  const lines: string[] = [];
  for (const word of text.trim().split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && width(`${last} ${word}`) <= chars) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
