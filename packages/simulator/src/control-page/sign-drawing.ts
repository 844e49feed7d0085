import { escapeHtml } from "../rendering/escape-html.ts";
import { dotCell, findDots } from "./dot-matrix.ts";

const margin = 3;

/** Renders a sign as a dot matrix with its exact rows and columns. */
export function renderSign({
  label,
  rows,
  chars,
  shownRows,
}: {
  label: string;
  rows: number;
  chars: number;
  shownRows: readonly string[];
}): string {
  const width = chars * dotCell.width + 2 * margin - 1;
  const height = rows * dotCell.height + 2 * margin - 1;
  const cells = Array.from({ length: rows }, (_, row) => [...(shownRows[row] ?? "")].slice(0, chars)).flatMap(
    (line, row) =>
      line.map((character, column) => ({
        character,
        x: margin + column * dotCell.width,
        y: margin + row * dotCell.height,
      })),
  );
  const dots = cells.flatMap(({ character, x, y }) =>
    (findDots(character) ?? []).map(([column, row]) => `M${x + column + 0.5} ${y + row + 0.5}h0`),
  );
  // A character that is not in the font is rendered as text.
  const texts = cells
    .filter(({ character }) => findDots(character) === undefined)
    .map(
      ({ character, x, y }) => `<text x="${x + 2.5}" y="${y + 7}" text-anchor="middle">${escapeHtml(character)}</text>`,
    );
  const text = shownRows
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" / ");
  return `<svg class="sign" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeHtml(`${label} shows: ${text || "nothing"}`)}">
<rect width="${width}" height="${height}" rx="2.5" fill="#0b0d10"/><rect x="1.5" y="1.5" width="${width - 3}" height="${height - 3}" rx="1.5" fill="url(#unlit)"/>
<path class="lit" d="${dots.join("")}"/><g class="glyphs">${texts.join("")}</g></svg>`;
}

/** SVG pattern of unlit dots; a page includes it once. */
export const unlitDots = `<svg width="0" height="0" aria-hidden="true" style="position:absolute"><defs><pattern id="unlit" width="1" height="1" patternUnits="userSpaceOnUse"><rect width="1" height="1" fill="#0b0d10"/><circle cx=".5" cy=".5" r=".34" fill="#23201a"/></pattern></defs></svg>`;
