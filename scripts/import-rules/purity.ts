import type { Node } from "oxc-parser";
import { isTest, type SourceFile } from "../source/files.ts";
import { parseSource } from "../source/syntax.ts";
import { locate } from "./location.ts";
import type { RuleTable, Violation } from "./rule.ts";

/** Finds calls that a pure package must not make, such as reading the clock. */
export function checkPurity(files: readonly SourceFile[], table: RuleTable): Violation[] {
  return files.flatMap((file) => {
    const banned = new Set(table[locate(file.path)?.package ?? ""]?.bannedCalls);
    return banned.size === 0 || isTest(file.path) ? [] : findBanned(file, banned);
  });
}

function findBanned({ path, text }: SourceFile, banned: ReadonlySet<string>): Violation[] {
  const found: Violation[] = [];
  const { visit, lineOf } = parseSource(text, path);
  const check = (node: Node, patterns: readonly string[]) => {
    const pattern = patterns.find((candidate) => banned.has(candidate));
    if (pattern === undefined) return;
    found.push({ path, line: lineOf(node), rule: "purity", detail: `this package may not use ${pattern}` });
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
