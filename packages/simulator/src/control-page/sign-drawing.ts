import { codePointOf } from "@gatehouse/contract/fields/text";
import { escapeHtml } from "../rendering/escape-html.ts";

/** ASCII characters from the space on, 5 by 8 dots: five columns as hexadecimal bytes, the lowest bit on top. */
const columns =
  "0000000000 00005f0000 0007000700 147f147f14 242a7f2a12 2313086462 3649562050 0008070300 001c224100 0041221c00 " +
  "2a1c7f1c2a 08083e0808 0080703000 0808080808 0000606000 2010080402 3e5149453e 00427f4000 7249494946 2141494d33 " +
  "1814127f10 2745454539 3c4a494931 4121110907 3649494936 464949291e 0000140000 0040340000 0008142241 1414141414 " +
  "0041221408 0201590906 3e415d594e 7c1211127c 7f49494936 3e41414122 7f4141413e 7f49494941 7f09090901 3e41415173 " +
  "7f0808087f 00417f4100 2040413f01 7f08142241 7f40404040 7f021c027f 7f0408107f 3e4141413e 7f09090906 3e4151215e " +
  "7f09192946 2649494932 03017f0103 3f4040403f 1f2040201f 3f4038403f 6314081463 0304780403 6159494d43 007f414141 " +
  "0204081020 004141417f 0402010204 4040404040 0003070800 2054547840 7f28444438 3844444428 384444287f 3854545418 " +
  "00087e0902 18a4a49c78 7f08040478 00447d4000 2040403d00 7f10284400 00417f4000 7c04780478 7c08040478 3844444438 " +
  "fc18242418 18242418fc 7c08040408 4854545424 04043f4424 3c4040207c 1c2040201c 3c4030403c 4428102844 4c9090907c " +
  "4464544c44 0008364100 0000770000 0041360800 0201020402";

const glyphs = columns.split(" ");
const firstCode = 32;

/** Size of a character in dots, including the gap to the next one. */
const dotCell = { width: 6, height: 9 } as const;

/** Finds the lit dots of a character as [column, row]; undefined if the character is not in the font. */
export function findDots(character: string): readonly (readonly [number, number])[] | undefined {
  const glyph = glyphs[codePointOf(character) - firstCode];
  if (glyph === undefined) return undefined;
  return Array.from({ length: 5 }, (_, column) => {
    const bits = Number.parseInt(glyph.slice(column * 2, column * 2 + 2), 16);
    return Array.from({ length: 8 }, (_, row) => row)
      .filter((row) => (bits >> row) & 1)
      .map((row) => [column, row] as const);
  }).flat();
}

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
