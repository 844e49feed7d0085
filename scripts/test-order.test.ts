import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { repositoryRoot } from "./source/files.ts";
import { firstFiles } from "./test-order.ts";

describe("the test files that start first", () => {
  it.each(firstFiles)("%s exists", (path) => {
    const folder = path.startsWith("scripts/") ? repositoryRoot : join(repositoryRoot, "packages");
    expect(existsSync(join(folder, path))).toBe(true);
  });
});
