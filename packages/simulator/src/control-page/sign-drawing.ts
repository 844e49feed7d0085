import { escapeHtml } from "../rendering/escape-html.ts";
import { dotCell, dotsOf } from "./dot-matrix.ts";

const margin = 3;

/** A sign as it shines: a dark board with amber dots, exactly its rows and characters. */
export function signBoard({
  label,
  rows,
  chars,
  shows,
}: {
  label: string;
  rows: number;
  chars: number;
  shows: readonly string[];
}): string {
  const width = chars * dotCell.width + 2 * margin - 1;
  const height = rows * dotCell.height + 2 * margin - 1;
  const cells = Array.from({ length: rows }, (_, row) => [...(shows[row] ?? "")].slice(0, chars)).flatMap((line, row) =>
    line.map((character, column) => ({
      character,
      x: margin + column * dotCell.width,
      y: margin + row * dotCell.height,
    })),
  );
  const dots = cells.flatMap(({ character, x, y }) =>
    (dotsOf(character) ?? []).map(([column, row]) => `M${x + column + 0.5} ${y + row + 0.5}h0`),
  );
  // A character without dots of its own is written over its cell.
  const others = cells
    .filter(({ character }) => dotsOf(character) === undefined)
    .map(
      ({ character, x, y }) => `<text x="${x + 2.5}" y="${y + 7}" text-anchor="middle">${escapeHtml(character)}</text>`,
    );
  const text = shows
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" / ");
  return `<svg class="sign" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeHtml(`${label} shows: ${text || "nothing"}`)}">
<rect width="${width}" height="${height}" rx="2.5" fill="#0b0d10"/><rect x="1.5" y="1.5" width="${width - 3}" height="${height - 3}" rx="1.5" fill="url(#unlit)"/>
<path class="lit" d="${dots.join("")}"/><g class="glyphs">${others.join("")}</g></svg>`;
}

/** The pattern of dots that do not shine; once a page. */
export const unlitDots = `<svg width="0" height="0" aria-hidden="true" style="position:absolute"><defs><pattern id="unlit" width="1" height="1" patternUnits="userSpaceOnUse"><rect width="1" height="1" fill="#0b0d10"/><circle cx=".5" cy=".5" r=".34" fill="#23201a"/></pattern></defs></svg>`;
