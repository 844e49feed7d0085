import { describe, expect, it } from "vitest";
import { addBefore, addImport, addItem, addSorted } from "./insert.ts";

const registry = "const other = {\n  a,\n};\n\nexport const list = {\n  ...alert,\n  ...lane,\n};\n";

describe("lines of a registry", () => {
  it.each([
    ["...gate", "  ...alert,\n  ...gate,\n  ...lane,\n"],
    ["...aardvark", "  ...aardvark,\n  ...alert,\n  ...lane,\n"],
    ["...zebra", "  ...alert,\n  ...lane,\n  ...zebra,\n"],
  ])("%s finds its place by the alphabet", (line, expected) => {
    expect(addSorted(registry, "export const list", `  ${line},`)).toContain(`export const list = {\n${expected}};`);
  });

  it("goes before a named line", () => {
    expect(addBefore(registry, "export const list", "...lane", "  ...gate,")).toContain(
      "...alert,\n  ...gate,\n  ...lane",
    );
  });

  it("says what to do by hand when the named line is gone", () => {
    expect(() => addBefore(registry, "export const list", "...door", "  ...gate,")).toThrow('add "...gate," by hand');
  });

  it.each([
    ['const list = ["a", "b"] as const;', 'const list = ["a", "b", "c"] as const;'],
    ['const list = [\n  "a",\n] as const;', 'const list = [\n  "a", "c"] as const;'],
    ["const list = [] as const;", 'const list = [ "c"] as const;'],
  ])("an item joins the end of %j", (list, expected) => {
    expect(addItem(list, "const list = [", '"c"')).toBe(expected);
  });

  it.each([
    ['// First.\nimport "./b.ts";\n', '// First.\nimport "./a.ts";\nimport "./b.ts";\n'],
    ["const a = 1;\n", 'import "./a.ts";\n\nconst a = 1;\n'],
  ])("an import joins %j", (text, expected) => {
    expect(addImport(text, 'import "./a.ts";')).toBe(expected);
  });
});
