import { describe, expect, it } from "vitest";
import { findImports } from "./imports.ts";

describe("finding the imports of a file", () => {
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
  ])("sees %j as %s", (source, kind) => {
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
  ])("sees no import in %j", (source) => {
    expect(findImports(source)).toEqual([]);
  });

  it("names the line of each import", () => {
    const lines = findImports('/*\n*/\nimport "./a.ts";\n\nconst a = `\n`;\nimport "./b.ts";\n').map(
      ({ line }) => line,
    );
    expect(lines).toEqual([3, 7]);
  });
});
