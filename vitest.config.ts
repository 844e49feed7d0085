import { existsSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { playwright } from "@vitest/browser-playwright";
import { configDefaults, defineConfig } from "vitest/config";
import { browserCommands } from "./packages/e2e/src/browser-commands.ts";
import { chromium } from "./packages/e2e/src/chromium.ts";

const isLong = process.env.TEST_RUN === "long";
const suffix = isLong ? ".long.test.ts" : ".test.{ts,tsx}";
const others = isLong ? [] : ["**/*.long.test.ts"];

const browserTests = "test/browser/**";

// Playwright runs the tests of the whole product in a browser.
const packages = readdirSync("packages").filter((name) => name !== "e2e");

/** A project per package, so that a new package needs no entry; its test/global-setup.ts runs once before its tests. */
function project(root: string, name: string) {
  const globalSetup = resolve(root, "test", "global-setup.ts");
  return {
    test: {
      name,
      root,
      include: [`**/*${suffix}`],
      exclude: [...configDefaults.exclude, ...others, browserTests],
      globalSetup: [globalSetup].filter((path) => existsSync(path)),
    },
  };
}

/** The tests of the console in a browser, with a server in memory. */
const browserProject = {
  // The entry of the console; the runtime of JSX is added by the compiler.
  optimizeDeps: { entries: ["src/main.tsx"], include: ["react/jsx-runtime"] },
  // React as in the product, which is faster.
  define: { "process.env.NODE_ENV": '"production"' },
  oxc: { jsx: { development: false } },
  test: {
    name: "browser",
    root: "packages/console",
    include: [`${browserTests}/*.test.{ts,tsx}`],
    isolate: false,
    // These tests keep a core busy, so they run after the others.
    maxWorkers: availableParallelism(),
    sequence: { groupOrder: 1 },
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000, interval: 20 } },
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({
        // The page stays open for many tests, so optimized code pays.
        launchOptions: { ...chromium, args: chromium.args.filter((arg) => !arg.startsWith("--js-flags")) },
        contextOptions: {
          locale: "en-GB",
          timezoneId: "UTC",
          colorScheme: "light" as const,
          reducedMotion: "reduce" as const,
        },
        // Vite compiles the part of a page or dialog that is opened first.
        actionTimeout: 30_000,
      }),
      instances: [{ browser: "chromium" as const }],
      viewport: { width: 1440, height: 900 },
      screenshotFailures: false,
      commands: browserCommands,
    },
  },
};

export default defineConfig({
  test: {
    projects: [
      ...packages.map((name) => project(join("packages", name), name)),
      { test: { name: "scripts", root: "scripts", include: [`**/*${suffix}`], exclude: others } },
      ...(isLong ? [] : [browserProject]),
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
