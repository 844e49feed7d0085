import { type Node, parseSync, Visitor, type VisitorObject } from "oxc-parser";

/** A parsed TypeScript source file. */
export interface Syntax {
  /** Calls the visitor for each node of the file, in source order. */
  visit(visitor: VisitorObject): void;
  /** Line number of a node, from 1. */
  lineOf(node: Pick<Node, "start">): number;
}

/** Parses a source file; the extension of `path` selects TypeScript with or without JSX. */
export function parseSource(text: string, path: string): Syntax {
  const result = parseSync(path, text);
  const lineAt = (offset: number) => text.slice(0, offset).split("\n").length;
  const [error] = result.errors;
  if (error !== undefined) {
    throw new SyntaxError(`${path}:${lineAt(error.labels[0]?.start ?? 0)}  ${error.message}`);
  }
  return {
    visit: (visitor) => new Visitor(visitor).visit(result.program),
    lineOf: ({ start }) => lineAt(start),
  };
}

/** Text of a string or template literal, without the expressions of the template; undefined for any other node. */
export function literalText(node: Node | undefined): string | undefined {
  if (node?.type === "Literal" && typeof node.value === "string") return node.value;
  if (node?.type === "TemplateLiteral") return node.quasis.map(({ value }) => value.cooked ?? value.raw).join("");
  return undefined;
}
