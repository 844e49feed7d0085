import { readdirSync, readFileSync } from "node:fs";
import { createContext, Script } from "node:vm";
import fc from "fast-check";
import { type Expression, parseSync, Visitor } from "oxc-parser";
import { describe, expect, it } from "vitest";

const root = new URL("../../packages/", import.meta.url);
const folders = ["contract", "drivers", "engine", "server"];
const files = folders.flatMap((folder) =>
  readdirSync(new URL(`${folder}/src/`, root), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => `${folder}/src/${name}`),
);

/** The text of a pattern that is put together from constants of its file; what only the program knows counts as a word. */
function textOf(node: Expression, constants: ReadonlyMap<string, string>): string {
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type === "Identifier") return constants.get(node.name) ?? "word";
  const isRaw = node.type === "TaggedTemplateExpression";
  const template = isRaw ? node.quasi : node;
  if (template.type !== "TemplateLiteral") return "word";
  return template.quasis
    .map(({ value }, index) => {
      const inner = template.expressions[index];
      return `${isRaw ? value.raw : value.cooked}${inner ? textOf(inner, constants) : ""}`;
    })
    .join("");
}

/** The regular expressions of a file that repeat a part of themselves without a limit. */
function repeatingIn(file: string): RegExp[] {
  const found: RegExp[] = [];
  const constants = new Map<string, string>();
  const add = (pattern: string, flags: string) => {
    if (/[*+]|\{\d+,\}/.test(pattern)) found.push(new RegExp(pattern, flags));
  };
  const { program } = parseSync(file, readFileSync(new URL(file, root), "utf8"));
  new Visitor({
    Literal: (node) => {
      if (!("regex" in node)) return;
      add(node.regex.pattern, node.regex.flags);
    },
    VariableDeclarator: ({ id, init }) => {
      if (id.type === "Identifier" && init) constants.set(id.name, textOf(init, constants));
    },
    NewExpression: ({ callee, arguments: [pattern, flags] }) => {
      if (callee.type !== "Identifier" || callee.name !== "RegExp" || !pattern) return;
      add(textOf(pattern as Expression, constants), flags ? textOf(flags as Expression, constants) : "");
    },
  }).visit(program);
  return found;
}

const repeating = files.flatMap((file) => repeatingIn(file).map((pattern) => [file, pattern] as const));

const length = 100_000;
const characters = Array.from(" \t\n0a1AÀ中-.,:;=\"'“/<>&%@(\\_*+?!TZn[{^$~|#");
/** No pattern continues with it. */
const end = "\u0001";

/** Texts that begin as the pattern wants it. fast-check knows no look-arounds and no classes of Unicode. */
function matchesOf({ source, flags }: RegExp): string[] {
  try {
    return fc.sample(fc.stringMatching(new RegExp(source, flags.replaceAll(/[gi]/g, ""))), { numRuns: 6, seed: 1 });
  } catch {
    return [];
  }
}

/** Long texts of each character and of each word of the pattern, and the pattern's own texts with a part of them repeated. */
function longTextsFor(pattern: RegExp): string[] {
  const plain = new Set([...characters, ...pattern.source]);
  const repeated = matchesOf(pattern).flatMap((match) =>
    Array.from(match.slice(0, 8), (_, index) =>
      [1, 2].map((size) => {
        const unit = match.slice(index, index + size);
        return `${match.slice(0, index)}${unit.repeat(length / size)}${match.slice(index + size)}${end}`;
      }),
    ).flat(),
  );
  const words = new Set(pattern.source.match(/(?<!\\)[a-z]{3,20}/gi));
  return [
    ...[...words].map((word) => `${word}.`.repeat(length / word.length) + end),
    ...[...plain].flatMap((one) => [one.repeat(length) + end, `x${one.repeat(length)}${end}`]),
    ...new Set(repeated),
  ];
}

const sandbox = createContext({ work: () => {} });
const script = new Script("work()");
// All texts take some milliseconds in linear time, some seconds on a busy machine. They take minutes if the time grows with the
// square of their length.
const boundMs = 15_000;

function endsInTime(pattern: RegExp, timeout = boundMs): boolean {
  const texts = longTextsFor(pattern);
  const every = new RegExp(pattern, pattern.flags.includes("g") ? pattern.flags : `${pattern.flags}g`);
  const isAnchored = pattern.source.startsWith("^") && !pattern.flags.includes("m");
  sandbox.work = () => {
    for (const text of texts) isAnchored ? pattern.exec(text) : text.replaceAll(every, "");
  };
  try {
    script.runInContext(sandbox, { timeout });
    return true;
  } catch {
    return false;
  }
}

describe("regular expressions on texts from outside", () => {
  it.each(repeating)("INT-3 a long text takes linear time in %s: %s", (_, pattern) => {
    expect(endsInTime(pattern)).toBe(true);
  });

  it("INT-3 a pattern whose time grows with the square of the length is found", () => {
    expect([/\s*%\s*$/, /[\s.!?]+$/, /\S+@\S+/].map((pattern) => endsInTime(pattern, 1_000))).toEqual([
      false,
      false,
      false,
    ]);
  });
});
