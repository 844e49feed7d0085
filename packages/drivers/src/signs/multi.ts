import type { SignAddress } from "./sign.ts";
import { toSignLine } from "./sign-line.ts";

/** Rows start at the top and on the left, so that the sign shows them as the preview does. */
const layout = "[jp2][jl2]";
const newLine = "[nl]";
const newPage = "[np]";

/**
 * Rows in MULTI, the markup of NTCIP 1203: cut to the width of the sign, with a new page where its height ends. Empty if
 * there is no text.
 */
export function toMulti({ rows: height, chars }: Pick<SignAddress, "rows" | "chars">, rows: readonly string[]): Buffer {
  const lines = rows.map((row) => toSignLine(row, chars).trimEnd());
  while (lines.at(-1) === "") lines.pop();
  if (lines.length === 0) return Buffer.alloc(0);
  const pages = Array.from({ length: Math.ceil(lines.length / height) }, (_, page) =>
    lines
      .slice(page * height, (page + 1) * height)
      .map(escapeBrackets)
      .join(newLine),
  );
  return Buffer.from(`${layout}${pages.join(newPage)}`, "latin1");
}

/** Brackets delimit tags. Fonts have 8-bit characters; others are replaced. */
const escapeBrackets = (line: string) => line.replaceAll(/[[\]]/g, "$&$&").replaceAll(/[^\u0020-\u00ff]/gu, "?");
