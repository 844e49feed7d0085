import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

const folder = new URL("../ui/fonts/", import.meta.url);

/** The features that each font keeps: figures of equal width in texts, and no ligatures in equations and codes. */
const fonts = {
  inter: { source: "inter", keepFeatures: ["calt", "ccmp", "kern", "locl", "mark", "tnum"] },
  mono: { source: "jetbrains-mono", keepFeatures: ["ccmp", "locl", "mark"] },
} as const;

type FontName = keyof typeof fonts;

interface FontFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The fonts of the console, with the weights of their stylesheets and without unused features: about half of the bytes. */
export function createSmallFonts(): Promise<FontFile[]> {
  return Promise.all((Object.keys(fonts) as FontName[]).map(createSmallFont));
}

async function createSmallFont(name: FontName): Promise<FontFile> {
  const { source, keepFeatures } = fonts[name];
  const font = await readPackage(`@fontsource-variable/${source}/files/${source}-latin-wght-normal.woff2`);
  const ranges = await readPackage(`@fontsource-variable/${source}/unicode.json`);
  const { latin } = JSON.parse(ranges.toString()) as { latin: string };
  const bytes = await subsetFont(font, listCharacters(latin), {
    targetFormat: "woff2",
    variationAxes: { wght: await readWeights(name) },
    keepFeatures,
  });
  return { path: fileURLToPath(new URL(`${name}.woff2`, folder)), bytes };
}

const readPackage = (path: string) => readFile(fileURLToPath(import.meta.resolve(path)));

async function readWeights(name: string): Promise<{ min: number; max: number }> {
  const stylesheet = await readFile(new URL(`${name}.css`, folder), "utf8");
  const weights = /font-weight: (\d+) (\d+);/.exec(stylesheet);
  if (weights === null) throw new Error(`${name}.css has no weights`);
  return { min: Number(weights[1]), max: Number(weights[2]) };
}

/** The characters of a `unicode-range`. */
function listCharacters(range: string): string {
  const codes = range.split(",").flatMap((part) => {
    const [first = 0, last = first] = part
      .replace("U+", "")
      .split("-")
      .map((code) => Number.parseInt(code, 16));
    return Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
  });
  return String.fromCodePoint(...codes);
}
