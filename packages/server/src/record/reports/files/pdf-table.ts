import type { ReportColumn } from "@gatehouse/contract/reports/report-columns";
import { characterWidth } from "./pdf-printer.ts";

/** A column with its place on the page, in points. */
export interface PdfColumn extends ReportColumn {
  /** Without the space beside it. */
  readonly width: number;
  /** A longer word is broken. */
  readonly maxWordWidth: number;
}

/** The space between two columns. */
const padding = 6;
const maxWordCharacters = 26;
const maxTextCharacters = 44;
const pictureWidth = 60;
/** The average width of a character in parts of the font size. */
const averageWidth = 0.54;
/** Longer texts are wider than any column. */
const maxMeasured = 300;
/** Headings are bold. */
const boldFactor = 1.05;

/** The width of a text; slightly too much rather than too little. */
function measureText(text: string, fontSize: number): number {
  let width = 0;
  for (const character of text.slice(0, maxMeasured)) width += characterWidth(character);
  return width * fontSize * boldFactor;
}

/**
 * Distributes the width of the page: each column gets its longest word, then the rest of its text. Very long words and
 * texts are wrapped, so that the other columns stay readable.
 */
export function layOutColumns(
  columns: readonly ReportColumn[],
  textsOf: (column: ReportColumn) => readonly string[],
  { pageWidth, fontSize }: { pageWidth: number; fontSize: number },
): PdfColumn[] {
  const longest = (texts: readonly string[], max: number) =>
    Math.min(max * averageWidth * fontSize, Math.max(0, ...texts.map((text) => measureText(text, fontSize))));
  const needs = columns.map((column) => {
    if (column.kind === "picture") return { words: pictureWidth, text: pictureWidth };
    const texts = [column.title, ...textsOf(column)];
    const words = longest(
      texts.flatMap((text) => text.split(/\s+/)),
      maxWordCharacters,
    );
    return { words, text: Math.max(words, longest(texts, maxTextCharacters)) };
  });
  const room = pageWidth - columns.length * padding;
  const words = needs.reduce((all, need) => all + need.words, 0);
  const texts = needs.reduce((all, need) => all + need.text, 0);
  const widest = findWidest(
    needs.map((need) => need.words),
    room,
  );
  const spare = Math.max(0, room - words) / Math.max(1, texts - words);
  return columns.map((column, index) => {
    const need = needs[index] as (typeof needs)[number];
    const width = Math.min(need.words, widest) + (need.text - need.words) * Math.min(1, spare);
    return { ...column, width, maxWordWidth: width };
  });
}

/** The greatest width of a column with which all of them fit; only those that need more get narrower. */
function findWidest(needed: readonly number[], room: number): number {
  let left = room;
  for (const [index, width] of needed.toSorted((one, other) => one - other).entries()) {
    const share = left / (needed.length - index);
    if (width > share) return share;
    left -= width;
  }
  return Number.POSITIVE_INFINITY;
}

interface TextCell {
  text: string | { text: string; wordBreak?: "break-all" }[];
}

/** A text whose long words may be broken anywhere, because they would otherwise run into the next column. */
export function toCell(text: string, maxWordWidth: number, fontSize: number): TextCell {
  const words = text.split(/(\s+)/);
  const fits = (word: string) => measureText(word, fontSize) <= maxWordWidth + 0.5;
  if (words.every(fits)) return { text };
  return { text: words.map((word) => (fits(word) ? { text: word } : { text: word, wordBreak: "break-all" })) };
}

const line = "#d5dbe1";
/** The background of a heading. */
export const shade = "#eef2f5";

/** The lines and spaces of a table. */
export const tableLines = {
  hLineWidth: (at: number) => (at === 0 ? 0 : 0.5),
  vLineWidth: () => 0,
  hLineColor: () => line,
  paddingLeft: () => padding / 2,
  paddingRight: () => padding / 2,
  paddingTop: () => 2,
  paddingBottom: () => 2,
};

const rightAligned = new Set<ReportColumn["kind"]>(["id", "integer", "decimal", "money", "duration"]);

/** How the values of a kind are aligned. */
export const alignmentOf = (kind: ReportColumn["kind"]) => (rightAligned.has(kind) ? "right" : "left");
