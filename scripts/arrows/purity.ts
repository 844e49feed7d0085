import type { Node } from "oxc-parser";
import { isTest, type SourceFile } from "../source/files.ts";
import { parseSource } from "../source/syntax.ts";
import { placeOf } from "./place.ts";
import type { RuleTable, Violation } from "./rule.ts";

/** Finds calls that a package without input and output must not make, such as reading the clock. */
export function checkPurity(files: readonly SourceFile[], table: RuleTable): Violation[] {
  return files.flatMap((file) => {
    const banned = new Set(table[placeOf(file.path)?.package ?? ""]?.banned);
    return banned.size === 0 || isTest(file.path) ? [] : findBanned(file, banned);
  });
}

function findBanned({ path, text }: SourceFile, banned: ReadonlySet<string>): Violation[] {
  const found: Violation[] = [];
  const { visit, lineOf } = parseSource(text, path);
  const check = (node: Node, patterns: readonly string[]) => {
    const pattern = patterns.find((candidate) => banned.has(candidate));
    if (pattern === undefined) return;
    found.push({ path, line: lineOf(node), rule: "pure", detail: `${pattern} is closed to this package` });
  };
  visit({
    MemberExpression: (node) => {
      if (node.object.type !== "Identifier") return;
      const member = node.property.type === "Identifier" && !node.computed ? node.property.name : "";
      check(node, [`${node.object.name}.${member}`, `${node.object.name}.`]);
    },
    CallExpression: (node) => {
      if (node.callee.type === "Identifier") check(node, [`${node.callee.name}(`]);
    },
    NewExpression: (node) => {
      if (node.callee.type === "Identifier" && node.arguments.length === 0) check(node, [`new ${node.callee.name}()`]);
    },
  });
  return found;
}
