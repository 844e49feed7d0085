import { fileURLToPath } from "node:url";
import { type Font, openSync } from "fontkit";
import pdfmake from "pdfmake";
import type { TDocumentDefinitions } from "pdfmake/interfaces.js";

const fontPath = (name: string) => fileURLToPath(import.meta.resolve(`pdfmake/fonts/Roboto/Roboto-${name}.ttf`));
const fonts = { normal: fontPath("Regular"), bold: fontPath("Medium") };

let regular: Font | undefined;

/** Prints a document. It blocks its thread. */
export async function printPdf(document: TDocumentDefinitions): Promise<Uint8Array> {
  pdfmake.setFonts({ Roboto: { ...fonts, italics: fonts.normal, bolditalics: fonts.bold } });
  // SAFE-8: a text of a report must not make the server fetch a URL or read a file.
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((path) => Object.values(fonts).includes(path));
  return pdfmake.createPdf(document).getBuffer();
}

/** Whether the font has all characters of a text. */
export function canShow(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that every font has
  if (/^[\u0000-\u007e]*$/.test(text)) return true;
  regular ??= openSync(fonts.normal) as Font;
  const font = regular;
  return [...text].every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
}
