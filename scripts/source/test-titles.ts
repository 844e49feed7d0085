import type { Node } from "oxc-parser";
import { literalText, parseSource } from "./syntax.ts";

/** Titles and modifiers of the tests in a file. */
export interface TestTitles {
  readonly titles: readonly { readonly title: string; readonly line: number }[];
  /** Modifiers that keep tests from running, such as `it.skip` or `it.only`. */
  readonly disabling: readonly { readonly modifier: string; readonly line: number }[];
}

const testFunctions = new Set(["it", "test", "describe"]);
const disablingModifiers = new Set(["skip", "only", "todo", "fixme"]);

/** Finds the titles of `it`, `test` and `describe`, including `.each` tables and `test.describe`. */
export function findTestTitles(text: string, path = "source.tsx"): TestTitles {
  const { visit, lineOf } = parseSource(text, path);
  const titles: { title: string; line: number }[] = [];
  const disabling: { modifier: string; line: number }[] = [];
  visit({
    CallExpression: (node) => {
      const title = literalText(node.arguments[0]);
      if (title !== undefined && isTestFunction(node.callee)) titles.push({ title, line: lineOf(node) });
    },
    MemberExpression: (node) => {
      const reference = readReference(node);
      const modifier = reference?.members.at(-1);
      if (reference === undefined || modifier === undefined || !disablingModifiers.has(modifier)) return;
      disabling.push({ modifier: `${reference.name}.${modifier}`, line: lineOf(node) });
    },
  });
  return { titles, disabling };
}

/** Whether a call of this function declares a test: `it`, `it.concurrent`, `it.each([…])`, `` it.each`…` ``. */
function isTestFunction(callee: Node): boolean {
  if (callee.type === "CallExpression") return isTable(callee.callee);
  if (callee.type === "TaggedTemplateExpression") return isTable(callee.tag);
  return readReference(callee) !== undefined && !isTable(callee);
}

function isTable(callee: Node): boolean {
  return readReference(callee)?.members.at(-1) === "each";
}

/** Splits `test.describe.only` into the test function and its members; undefined when it starts with anything else. */
function readReference(node: Node): { name: string; members: readonly string[] } | undefined {
  if (node.type === "Identifier") return testFunctions.has(node.name) ? { name: node.name, members: [] } : undefined;
  if (node.type !== "MemberExpression") return undefined;
  const member =
    node.property.type === "Identifier" && !node.computed ? node.property.name : literalText(node.property);
  const start = readReference(node.object);
  if (start === undefined || member === undefined) return undefined;
  return { name: start.name, members: [...start.members, member] };
}
