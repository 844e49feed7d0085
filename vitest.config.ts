import { existsSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { defineConfig } from "vitest/config";

// The browser's tests belong to Playwright.
const packages = readdirSync("packages").filter((name) => name !== "e2e");

/** Each package is a project, so that a new one is tested without being named; its test/global-setup.ts runs once before. */
function project(root: string, name: string) {
  const globalSetup = resolve(root, "test", "global-setup.ts");
  return {
    test: {
      name,
      root,
      include: ["src/**/*.test.{ts,tsx}", "test/**/*.test.{ts,tsx}"],
      globalSetup: [globalSetup].filter((path) => existsSync(path)),
    },
  };
}

export default defineConfig({
  test: {
    projects: [
      ...packages.map((name) => project(join("packages", name), name)),
      { test: { name: "scripts", root: "scripts", include: ["**/*.test.ts"] } },
    ],
    // A console window full of a passing test's words hides the failing one.
    silent: "passed-only",
    // No module keeps state that a test could leave to the next file, so a worker loads what they share once.
    isolate: false,
    // On two cores Vitest would use one, although many tests wait for processes and sockets.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 10_000,
    hookTimeout: 20_000,
  },
});
