import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findImports } from "./imports.ts";

describe("findImports", () => {
  it.each([
    ['import { a } from "./a.ts";', "value"],
    ['import a, { b } from "./a.ts";', "value"],
    ['import * as a from "./a.ts";', "value"],
    ['import "./a.ts";', "value"],
    ['import {\n  type A,\n  b,\n} from "./a.ts";', "value"],
    ['import type { A } from "./a.ts";', "type"],
    ['import type from "./a.ts";', "value"],
    ['export { a } from "./a.ts";', "value"],
    ['export * from "./a.ts";', "value"],
    ['export * as a from "./a.ts";', "value"],
    ['export type { A } from "./a.ts";', "type"],
    ['const page = lazy(() => import("./a.ts"));', "lazy"],
    ['type A = import("./a.ts").Name;', "type"],
    ['let a: typeof import("./a.ts");', "type"],
    ['const text = `\u0024{await import("./a.ts")}`;', "lazy"],
    ["const slash = /'/;\nimport './a.ts';", "value"],
    ['const jsx = <p>Don\'t</p>;\nimport "./a.ts";', "value"],
    ['const jsx = <p>a `mark</p>;\nimport "./a.ts";', "value"],
  ])("classifies %j as %s", (source, kind) => {
    expect(findImports(source)).toEqual([{ specifier: "./a.ts", kind, line: expect.any(Number) }]);
  });

  it.each([
    ['// import "./a.ts";'],
    ['/* import "./a.ts"; */'],
    ["const code = 'import \"./a.ts\";';"],
    ['const code = `\nimport { a } from "./a.ts";\n`;'],
    ["const where = import.meta.url;"],
    ['export const from = "./a.ts";'],
    ['export { a };\nconst from = "./a.ts";'],
    ["const pattern = /import '.\\/a.ts'/;"],
    ['rules.import("./a.ts");'],
  ])("finds no import in %j", (source) => {
    expect(findImports(source)).toEqual([]);
  });

  it("reports the line of each import", () => {
    const lines = findImports('/*\n*/\nimport "./a.ts";\n\nconst a = `\n`;\nimport "./b.ts";\n').map(
      ({ line }) => line,
    );
    expect(lines).toEqual([3, 7]);
  });

  it("rejects a file that does not parse, with its path and line", () => {
    expect(() => findImports("const a = 1;\nconst = 'a;", "packages/a.ts")).toThrow(/^packages\/a\.ts:2 {2}\S/);
  });

  it("parses angle brackets by the extension of the file", () => {
    const source = 'const same = <T>(value: T) => value;\nimport "./a.ts";';
    expect(findImports(source, "a.ts")).toHaveLength(1);
    expect(() => findImports(source, "a.tsx")).toThrow(SyntaxError);
  });
});

describe("code that is easily confused with an import", () => {
  const anyText = fc.string({ unit: fc.constantFrom(..."abc \n'\"`\\/*{}$()[];.=<>".split("")), maxLength: 60 });

  it("either parses any text with line numbers inside it or reports a syntax error", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const lines = linesOrSyntaxError(text);
        expect(lines.every((line) => line >= 1 && line <= text.split("\n").length)).toBe(true);
      }),
    );
  });

  it("never takes the inside of a string for code", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(findImports(`const text = ${JSON.stringify(`import "./a.ts"; ${text}`)};`)).toEqual([]);
      }),
    );
  });

  it("finds an import after any string", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const found = findImports(`const text = ${JSON.stringify(text)};\nimport "./a.ts";`);
        expect(found).toEqual([{ specifier: "./a.ts", kind: "value", line: 2 }]);
      }),
    );
  });

  it.each([
    ["a / b / c"],
    ["a = /b'/.test(c)"],
    ["a = () => {\n  return /[/]'/;\n}"],
    ["`a\u0024{b}c`"],
    ["`a\u0024{`b\u0024{c}`}`"],
    ["'it\\'s'"],
  ])("finds the import after %j", (source) => {
    const line = source.split("\n").length + 1;
    expect(findImports(`${source};\nimport "./a.ts";`)).toEqual([{ specifier: "./a.ts", kind: "value", line }]);
  });
});

function linesOrSyntaxError(text: string): number[] {
  const source = `import "./a.ts";${text}`;
  try {
    return findImports(source).map(({ line }) => line);
  } catch (error) {
    const line = /^source\.tsx:(\d+) {2}/.exec(error instanceof SyntaxError ? error.message : "")?.[1];
    return [Number(line)];
  }
}
