import { type Token, tokenize } from "./tokens.ts";

/** How a file names another one: loaded with it, loaded when asked for, or only for its types. */
export type ImportKind = "value" | "lazy" | "type";

/** One import found in a file. */
export interface Import {
  readonly specifier: string;
  readonly kind: ImportKind;
  readonly line: number;
}

/** Finds every import of a file: `import`, `export … from`, `import()` and the types of each. */
export function findImports(source: string): Import[] {
  const tokens = tokenize(source);
  const found: Import[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== "word" || isSign(tokens[index - 1], ".")) continue;
    if (token.value === "import") found.push(...readImport(tokens, index));
    if (token.value === "export") found.push(...readExport(tokens, index));
  }
  return found;
}

function readImport(tokens: readonly Token[], at: number): Import[] {
  const line = tokens[at]?.line ?? 0;
  const next = tokens[at + 1];
  if (next === undefined || isSign(next, ".") || isSign(next, ":")) return [];
  if (next.kind === "text") return [{ specifier: next.value, kind: "value", line }];
  if (isSign(next, "(")) return readCall(tokens, at, line);
  const isType = isWord(next, "type") && !isWord(tokens[at + 2], "from") && !isSign(tokens[at + 2], ",");
  return readFrom(tokens, at + 1, isType ? "type" : "value", line);
}

function readCall(tokens: readonly Token[], at: number, line: number): Import[] {
  const argument = tokens[at + 2];
  if (argument?.kind !== "text") return [];
  // `typeof import("x")` and `import("x").Name` in a type: the name of a type starts with a capital.
  const member = isSign(tokens[at + 4], ".") ? tokens[at + 5]?.value : undefined;
  const isType = isWord(tokens[at - 1], "typeof") || (member !== undefined && /^[A-Z]/.test(member));
  return [{ specifier: argument.value, kind: isType ? "type" : "lazy", line }];
}

function readExport(tokens: readonly Token[], at: number): Import[] {
  const line = tokens[at]?.line ?? 0;
  const isType = isWord(tokens[at + 1], "type");
  const open = at + (isType ? 2 : 1);
  const kind = isType ? "type" : "value";
  if (isSign(tokens[open], "*")) return readFrom(tokens, open, kind, line);
  if (!isSign(tokens[open], "{")) return [];
  const close = tokens.findIndex((token, index) => index > open && isSign(token, "}"));
  const source = tokens[close + 2];
  if (close < 0 || !isWord(tokens[close + 1], "from") || source?.kind !== "text") return [];
  return [{ specifier: source.value, kind, line }];
}

function readFrom(tokens: readonly Token[], start: number, kind: ImportKind, line: number): Import[] {
  for (let at = start; at < tokens.length; at++) {
    const token = tokens[at];
    const next = tokens[at + 1];
    if (token === undefined || isSign(token, ";") || isSign(token, "=") || isSign(token, "(")) return [];
    if (isWord(token, "from") && next?.kind === "text") return [{ specifier: next.value, kind, line }];
  }
  return [];
}

function isWord(token: Token | undefined, value: string): boolean {
  return token?.kind === "word" && token.value === value;
}

function isSign(token: Token | undefined, value: string): boolean {
  return token?.kind === "sign" && token.value === value;
}
