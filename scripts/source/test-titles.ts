import { type Token, tokenize } from "./tokens.ts";

/** What a test file says of its tests. */
export interface TestTitles {
  readonly titles: readonly { readonly title: string; readonly line: number }[];
  /** Tests that are left out or kept alone, with the word that does it. */
  readonly heldBack: readonly { readonly word: string; readonly line: number }[];
}

const testWords = new Set(["it", "test", "describe"]);
const holding = new Set(["skip", "only", "todo", "fixme"]);

/** Reads the titles of `it`, `test` and `describe`, also behind `.each` and `test.describe`. */
export function findTestTitles(source: string): TestTitles {
  const tokens = tokenize(source);
  const titles: { title: string; line: number }[] = [];
  const heldBack: { word: string; line: number }[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== "word" || !testWords.has(token.value) || isSign(tokens[index - 1], ".")) continue;
    const chain = readChain(tokens, index + 1);
    const word = chain.words.find((name) => holding.has(name));
    if (word !== undefined) heldBack.push({ word: `${token.value}.${word}`, line: token.line });
    const title = readTitle(tokens, chain.words.includes("each") ? afterTable(tokens, chain.end) : chain.end);
    if (title !== undefined) titles.push({ title, line: token.line });
  }
  return { titles, heldBack };
}

function readChain(tokens: readonly Token[], start: number): { words: string[]; end: number } {
  const words: string[] = [];
  let at = start;
  while (isSign(tokens[at], ".") && tokens[at + 1]?.kind === "word") {
    words.push(tokens[at + 1]?.value ?? "");
    at += 2;
  }
  return { words, end: at };
}

/** Passes over the table of `.each`, written in parentheses or as a template. */
function afterTable(tokens: readonly Token[], start: number): number {
  if (tokens[start]?.kind === "text") {
    const call = tokens.findIndex((token, index) => index > start && isSign(token, "("));
    return call < 0 ? tokens.length : call;
  }
  let depth = 0;
  for (let at = start; at < tokens.length; at++) {
    if (isSign(tokens[at], "(")) depth++;
    if (isSign(tokens[at], ")") && --depth === 0) return at + 1;
  }
  return tokens.length;
}

function readTitle(tokens: readonly Token[], open: number): string | undefined {
  if (!isSign(tokens[open], "(")) return undefined;
  const first = tokens[open + 1];
  return first?.kind === "text" ? first.value : undefined;
}

function isSign(token: Token | undefined, value: string): boolean {
  return token?.kind === "sign" && token.value === value;
}
