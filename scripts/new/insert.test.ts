import { describe, expect, it } from "vitest";
import { addBefore, addImport, addItem, addLast, addSorted } from "./insert.ts";

const registry = "const other = {\n  a,\n};\n\nexport const list = {\n  ...alert,\n  ...lane,\n};\n";

describe("lines of a registry", () => {
  it.each([
    ["...gate", "  ...alert,\n  ...gate,\n  ...lane,\n"],
    ["...aardvark", "  ...aardvark,\n  ...alert,\n  ...lane,\n"],
    ["...zebra", "  ...alert,\n  ...lane,\n  ...zebra,\n"],
  ])("inserts %s in alphabetical order", (line, expected) => {
    expect(addSorted(registry, "export const list", `  ${line},`)).toContain(`export const list = {\n${expected}};`);
  });

  it("appends a line", () => {
    expect(addLast(registry, "export const list", "  ...aardvark,")).toContain("...lane,\n  ...aardvark,\n};");
  });

  it("appends a line to the object that a function with several parameters returns", () => {
    const table = "export const list = (\n  a: A,\n  b: B,\n): List => ({\n  ...lane,\n});\n";
    expect(addLast(table, "export const list", "  ...zebra,")).toContain("=> ({\n  ...lane,\n  ...zebra,\n});");
  });

  it("inserts a line before another", () => {
    expect(addBefore(registry, "export const list", "...lane", "  ...gate,")).toContain(
      "...alert,\n  ...gate,\n  ...lane",
    );
  });

  it.each([
    ["the line", () => addBefore(registry, "export const list", "...door", "  ...gate,"), 'add "...gate," yourself'],
    ["the block", () => addLast(registry, "export const table", "  ...gate,"), 'no line "export const table"'],
    ["the array", () => addItem(registry, "const names = [", '"c"'), 'add "c" yourself'],
    ["the item", () => addItem("const list = [ab];", "const list = [", "c", "a"), 'no item "a"'],
  ])("explains what to do when %s is missing", (_, insert, message) => {
    expect(insert).toThrow(message);
  });

  it.each([
    ['const list = ["a", "b"] as const;', 'const list = ["a", "b", "c"] as const;'],
    ['const list = [\n  "a",\n] as const;', 'const list = [\n  "a", "c"] as const;'],
    ["const list = [] as const;", 'const list = [ "c"] as const;'],
  ])("appends an item to %j", (list, expected) => {
    expect(addItem(list, "const list = [", '"c"')).toBe(expected);
  });

  it("inserts an item before another", () => {
    expect(addItem("const list = [bc, b];", "const list = [", "a", "b")).toBe("const list = [bc, a, b];");
  });

  it.each([
    ['// First.\nimport "./b.ts";\n', '// First.\nimport "./a.ts";\nimport "./b.ts";\n'],
    ["const a = 1;\n", 'import "./a.ts";\n\nconst a = 1;\n'],
  ])("adds an import to %j", (text, expected) => {
    expect(addImport(text, 'import "./a.ts";')).toBe(expected);
  });
});
