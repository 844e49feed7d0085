import { assertFound } from "@gatehouse/contract/assert-found";
/** The pages of a text in MULTI, or the error in it with its position. The codes are those of `dmsMultiSyntaxError`. */
export type MultiText =
  | { readonly ok: true; readonly pages: readonly (readonly string[])[] }
  | { readonly ok: false; readonly error: number; readonly position: number };

const multiErrors = { unsupportedTag: 3, unsupportedTagValue: 4, textTooBig: 5 } as const;

interface Size {
  readonly rows: number;
  readonly chars: number;
}

/** Parses MULTI: lines, pages and justification; a sign this simple has no other tags. */
export function parseMulti(text: string, { rows, chars }: Size): MultiText {
  const pages: string[][] = [[""]];
  const align: Record<string, (line: string) => string> = {
    "2": (line) => line.padEnd(chars),
    "3": (line) => line.padStart(line.length + Math.floor((chars - line.length) / 2)).padEnd(chars),
    "4": (line) => line.padStart(chars),
  };
  let justify = align["2"];
  const fail = (name: keyof typeof multiErrors, position: number): MultiText => ({
    ok: false,
    error: multiErrors[name],
    position,
  });
  for (const { 0: token, index } of text.matchAll(/\[\[|\]\]|\[[^\]]*\]|[^[\]]+|[[\]]/g)) {
    const page = assertFound(pages.at(-1), "a message without a page");
    const tag = /^\[([a-z]+)(.*)\]$/.exec(token);
    if (tag?.[1] === "np") pages.push([""]);
    else if (tag?.[1] === "nl") page.push("");
    else if (tag?.[1] === "jl") {
      justify = align[tag[2] ?? ""];
      if (!justify) return fail("unsupportedTagValue", index);
    } else if (tag?.[1] === "jp") {
      if (tag[2] !== "2") return fail("unsupportedTagValue", index);
    } else if (tag || token === "[" || token === "]") return fail("unsupportedTag", index);
    else page[page.length - 1] += token.replace("[[", "[").replace("]]", "]");
    const current = assertFound(pages.at(-1), "a message without a page");
    if (current.length > rows || (current.at(-1)?.length ?? 0) > chars) return fail("textTooBig", index);
  }
  const fill = (page: readonly string[]) => Array.from({ length: rows }, (_, row) => justify?.(page[row] ?? "") ?? "");
  return { ok: true, pages: pages.map(fill) };
}
