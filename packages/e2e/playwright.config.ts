import { defineConfig } from "@playwright/test";
import { chromium } from "./src/chromium.ts";

const isLong = process.env.TEST_RUN === "long";

export default defineConfig({
  testDir: "test",
  testMatch: isLong ? "**/*.long.spec.ts" : "**/*.spec.ts",
  testIgnore: isLong ? [] : "**/*.long.spec.ts",
  outputDir: "results",
  fullyParallel: true,
  // Each worker has its own server, PostgreSQL and browser. With two, two cores are idle for a fifth of the time.
  workers: 3,
  // A flaky test is a bug in the test or in the product: a retry would hide it.
  retries: 0,
  // A step waits for a state, never for a time; these times only end a test that hangs, on a busy machine too.
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: "list",
  use: {
    launchOptions: chromium,
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "UTC",
    colorScheme: "light",
    contextOptions: { reducedMotion: "reduce" },
    actionTimeout: 10_000,
    navigationTimeout: 20_000,
    // Recording takes longer than the tests. To record a failing test: TRACE=1 npm test.
    trace: process.env.TRACE ? "retain-on-failure" : "off",
    // src/test.ts attaches screenshots of failed tests only; Playwright would take one of every test.
    screenshot: "off",
  },
});
