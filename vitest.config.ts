import { existsSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";

const isLong = process.env.TEST_RUN === "long";
const suffix = isLong ? ".long.test.ts" : ".test.{ts,tsx}";
const others = isLong ? [] : ["**/*.long.test.ts"];

// Playwright runs the browser tests.
const packages = readdirSync("packages").filter((name) => name !== "e2e");

/** A project per package, so that a new package needs no entry; its test/global-setup.ts runs once before its tests. */
function project(root: string, name: string) {
  const globalSetup = resolve(root, "test", "global-setup.ts");
  return {
    test: {
      name,
      root,
      include: [`**/*${suffix}`],
      exclude: [...configDefaults.exclude, ...others],
      globalSetup: [globalSetup].filter((path) => existsSync(path)),
    },
  };
}

export default defineConfig({
  test: {
    projects: [
      ...packages.map((name) => project(join("packages", name), name)),
      { test: { name: "scripts", root: "scripts", include: [`**/*${suffix}`], exclude: others } },
    ],
    // Print the output of failed tests only.
    silent: "passed-only",
    // Test files leave no module state behind, so each worker loads the shared modules once.
    isolate: false,
    // Tests of devices wait for sockets most of the time, so two workers for a core keep the cores busy.
    maxWorkers: 2 * availableParallelism(),
    // A test waits for a state, never for a time; these times only end a test that hangs, on a busy machine too.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000, interval: 20 } },
  },
});
