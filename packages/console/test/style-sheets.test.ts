import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const source = join(import.meta.dirname, "../src");
const sheets = globSync("**/*.css", { cwd: source }).map((path) => ({
  path,
  text: readFileSync(join(source, path), "utf8"),
}));

/** The declarations and rules that match, with the path of their style sheet. */
const findAll = (pattern: RegExp) =>
  sheets
    .filter(({ path }) => path !== "ui/tokens.css" && !path.startsWith("screens/"))
    .flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([match]) => `${path}: ${match.trim()}`));

describe("style sheets of the console", () => {
  it("take sizes of text from the tokens", () => {
    expect(findAll(/\bfont-size: [^;]*\d+px[^;]*;|\bfont: [^;]*\d+px(?= \/)[^;]*;/g)).toEqual([]);
  });

  it("take spaces from the tokens, except lines of 1px and widths of more than 110px", () => {
    const spaces = findAll(/(?<![\w-])(?:(?:row-|column-)?gap|(?:padding|margin)(?:-[a-z-]+)?): [^;{}]+;/g);
    const isLiteral = (declaration: string) =>
      [...declaration.matchAll(/([\d.]+)px/g)].some(([, pixels]) => Number(pixels) > 1 && Number(pixels) <= 110);
    expect(spaces.filter(isLiteral)).toEqual([]);
  });

  it("have three breakpoints in one syntax", () => {
    const queries = findAll(/@media [^{]*width[^{]*\{/g);
    expect(queries.filter((query) => !/\((?:48em < )?width (?:<=|>) (?:48|62|75)em\)/.test(query))).toEqual([]);
  });
});
