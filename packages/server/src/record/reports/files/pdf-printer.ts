import { fileURLToPath } from "node:url";
import { codePointOf } from "@gatehouse/contract/fields/text";
import { type Font, openSync } from "fontkit";
import pdfmake from "pdfmake";
import type { TDocumentDefinitions } from "pdfmake/interfaces.js";

const fontPath = (name: string) => fileURLToPath(import.meta.resolve(`pdfmake/fonts/Roboto/Roboto-${name}.ttf`));
const fonts = { normal: fontPath("Regular"), bold: fontPath("Medium") };

let regular: Font | undefined;

/** Prints a document. It blocks its thread. */
export async function printPdf(document: TDocumentDefinitions): Promise<Uint8Array> {
  pdfmake.setFonts({ Roboto: { ...fonts, italics: fonts.normal, bolditalics: fonts.bold } });
  // A text of a report must not make the server fetch a URL or read a file.
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((path) => Object.values(fonts).includes(path));
  return pdfmake.createPdf(document).getBuffer();
}

const loadRegular = (): Font => {
  regular ??= openSync(fonts.normal) as Font;
  return regular;
};

/** Whether the font has all characters of a text. */
export function canShow(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that every font has
  if (/^[\u0000-\u007e]*$/.test(text)) return true;
  return [...text].every((character) => loadRegular().hasGlyphForCodePoint(codePointOf(character)));
}

const widths = new Map<string, number>();

/** The width of a character in parts of the font size. */
export function characterWidth(character: string): number {
  const known = widths.get(character);
  if (known !== undefined) return known;
  const font = loadRegular();
  const width = font.glyphForCodePoint(codePointOf(character)).advanceWidth / font.unitsPerEm;
  widths.set(character, width);
  return width;
}
