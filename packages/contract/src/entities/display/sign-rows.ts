/** What a grid sign is and what it shows while nothing happens. */
export interface GridSign {
  readonly rows: number;
  readonly chars: number;
  readonly idle: readonly string[];
  readonly variables: readonly { readonly variableId: number; readonly label: string }[];
}

/** What a sign is given to show, from its first row on, and whether all of it has room there. */
export interface SignRows {
  readonly rows: readonly string[];
  readonly fits: boolean;
}

/** DISP-5: what a sign shows, for the sign itself and for its preview: a message, or else its idle rows and variables. */
export function signRows(
  sign: GridSign,
  currentOf: (variableId: number) => number | undefined,
  message: string | null,
): SignRows {
  // An emptied message says nothing, so that the sign stays as it is.
  const shown = message === null || message.trim() === "" ? idleRows(sign, currentOf) : messageRows(sign, message);
  const isInside = shown.rows.length <= sign.rows && shown.rows.every((row) => width(row) <= sign.chars);
  return { rows: shown.rows, fits: shown.fits && isInside };
}

/** The rows of the idle messages first, then a row for each variable. */
function idleRows({ idle, variables, chars }: GridSign, currentOf: (id: number) => number | undefined): SignRows {
  const lines = variables.map(({ label, variableId }) => variableRow(label, currentOf(variableId), chars));
  return { rows: [...idle, ...lines.map((line) => line.row)], fits: lines.every((line) => line.fits) };
}

/** Its label at the start, its value at the end: a label can be cut off, half a number would be another number. */
function variableRow(label: string, value: number | undefined, chars: number): { row: string; fits: boolean } {
  const digits = String(value ?? "---");
  if (width(digits) > chars) return { row: "#".repeat(chars), fits: false };
  const start = [...label].slice(0, Math.max(0, chars - width(digits) - 1));
  const gap = " ".repeat(chars - start.length - width(digits));
  return { row: `${start.join("")}${gap}${digits}`, fits: start.length === width(label) };
}

/** A message takes the middle of the sign. */
function messageRows({ rows, chars }: GridSign, message: string): SignRows {
  const wrapped = message.split("\n").flatMap((line) => wrap(line, chars));
  const above = Math.max(0, Math.floor((rows - wrapped.length) / 2));
  return { rows: [...Array<string>(above).fill(""), ...wrapped.map((line) => centred(line, chars))], fits: true };
}

const width = (text: string): number => [...text].length;

const centred = (line: string, chars: number): string =>
  " ".repeat(Math.max(0, Math.floor((chars - width(line)) / 2))) + line;

/** Words go to the next row when they do not fit; one that is longer than a row stays whole. */
function wrap(text: string, chars: number): string[] {
  const lines: string[] = [];
  for (const word of text.trim().split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && width(`${last} ${word}`) <= chars) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
