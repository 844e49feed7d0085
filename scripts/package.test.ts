import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot as repository } from "./source/files.ts";

test("OPSYS-4 the files of the packaged commands exist", () => {
  const script = readFileSync(join(repository, "packaging", "gatehouse"), "utf8");
  const paths = [...script.matchAll(/command=(\S+)/g)].map(([, path]) =>
    join(repository, "packages/server/src", `${path}`),
  );
  expect(paths).toHaveLength(5);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});
