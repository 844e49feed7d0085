import type { Node } from "oxc-parser";
import { literalText, parseSource } from "./syntax.ts";

/** When the imported file is loaded: with the importing file, on demand, or never because only types are used. */
export type ImportKind = "value" | "lazy" | "type";

/** One import found in a file. */
export interface Import {
  readonly specifier: string;
  readonly kind: ImportKind;
  readonly line: number;
}

/** Finds every import of a file: `import`, `export … from`, `import()` and import types. */
export function findImports(text: string, path = "source.tsx"): Import[] {
  const { visit, lineOf } = parseSource(text, path);
  const found: Import[] = [];
  const add = (node: Node, source: Node | null, kind: ImportKind) => {
    const specifier = literalText(source ?? undefined);
    if (specifier !== undefined) found.push({ specifier, kind, line: lineOf(node) });
  };
  visit({
    ImportDeclaration: (node) => add(node, node.source, node.importKind === "type" ? "type" : "value"),
    ExportNamedDeclaration: (node) => add(node, node.source, node.exportKind === "type" ? "type" : "value"),
    ExportAllDeclaration: (node) => add(node, node.source, node.exportKind === "type" ? "type" : "value"),
    ImportExpression: (node) => add(node, node.source, "lazy"),
    TSImportType: (node) => add(node, node.source, "type"),
  });
  return found;
}
