import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findImports } from "./imports.ts";
import { tokenize } from "./tokens.ts";

const anyText = fc.string({ unit: fc.constantFrom(..."abc \n'\"`\\/*{}$()[];.=<>".split("")), maxLength: 60 });

describe("splitting a source file", () => {
  it("comes to an end on any text, line after line", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const lines = tokenize(text).map(({ line }) => line);
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

  it("finds an import behind any string", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const found = findImports(`const text = ${JSON.stringify(text)};\nimport "./a.ts";`);
        expect(found).toEqual([{ specifier: "./a.ts", kind: "value", line: 2 }]);
      }),
    );
  });

  it.each([
    ["a / b / c", ["a", "/", "b", "/", "c"]],
    ["a = /b'/.test(c)", ["a", "=", ")", ".", "test", "(", "c", ")"]],
    ["return /[/]'/", ["return", ")"]],
    ["`a\u0024{b}c`", ["ac", "b"]],
    ["`a\u0024{`b\u0024{c}`}`", ["a", "b", "c"]],
    ["'it\\'s'", ["it's"]],
  ])("reads %j", (source, values) => {
    expect(tokenize(source).map(({ value }) => value)).toEqual(values);
  });
});
