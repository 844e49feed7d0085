import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { runChecks } from "./check.mjs";
import { ensureChromium } from "./chromium.mjs";
import { ensureConsoleBuilt } from "./console-build.mjs";
import { ensureDebianPrograms } from "./debian-programs.mjs";
import { ensureInstalled } from "./install.mjs";
import { pinnedNode } from "./pinned-node.mjs";
import { ensurePymodbus } from "./pymodbus.mjs";
import { ensureReportReaders } from "./report-readers.mjs";
import { repository } from "./repository.mjs";
import { runVisibly } from "./run.mjs";
import { ensureSnmp } from "./snmp.mjs";
import { ensureSystemdAnalyze } from "./systemd-analyze.mjs";
import { createTestFolder } from "./test-folder.mjs";
import { ensureTshark } from "./tshark.mjs";

const e2eConfig = "packages/e2e/playwright.config.ts";
const error = { passed: 0, failed: 1 };
// The tests start many servers: each spends most of its start on the same modules.
const shared = { NODE_COMPILE_CACHE: join(repository, ".cache", "node"), TMPDIR: createTestFolder() };

/** `npm run test:long` runs the files named `*.long.test.ts` and `*.long.spec.ts`, `npm test` the checks and all others. */
const isLong = process.argv[2] === "long";
const run = isLong ? "long" : "usual";

await ensureInstalled();
const counts = isLong ? await runLong() : await runUsual();
for (const failed of counts.flatMap(({ failures = [] }) => failures)) console.log(`✗ ${failed}`);
const sum = (outcome) => counts.reduce((total, count) => total + count[outcome], 0);
process.exitCode = sum("failed") === 0 ? 0 : 1;
console.log(`${sum("passed")} passed, ${sum("failed")} failed`);

async function runUsual() {
  // The build and the installation of programs mostly wait or use one core, so they run beside the checks.
  const [checked, built, chromium] = await Promise.all([runChecks(), buildConsole(), installBrowser()]);
  return [checked, built, await runVitest(chromium), await runPlaywright(chromium)];
}

async function runLong() {
  const [built, chromium] = await Promise.all([buildConsole(), installPrograms()]);
  return [built, await runVitest(chromium), await runPlaywright(chromium)];
}

async function buildConsole() {
  return (await ensureConsoleBuilt()) ? { passed: 1, failed: 0 } : error;
}

/** One after the other because of the lock of apt; returns the path of Chromium. */
async function installBrowser() {
  await ensureReportReaders();
  return ensureChromium();
}

/** Installs what the long tests need, one after the other because of the lock of apt; returns the path of Chromium. */
async function installPrograms() {
  await ensurePymodbus();
  await ensureSnmp();
  await ensureTshark();
  await ensureDebianPrograms();
  await ensureSystemdAnalyze();
  return ensureChromium();
}

async function runVitest(chromium) {
  const report = prepareReport(`vitest-${run}.json`);
  const args = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const ok = await runVisibly(pinnedNode(), ["node_modules/vitest/vitest.mjs", ...args], {
    ...shared,
    TEST_RUN: run,
    ...(chromium !== null && { CHROMIUM: chromium }),
  });
  const { numTotalTests: all, numPassedTests: passed, testResults: files = [] } = readReport(report);
  // Repeated at the end of the output, because Vitest's own list is above that of Playwright.
  const failures = files.filter(({ status }) => status !== "passed").map(({ name }) => relative(repository, name));
  return { ...count(all, passed, ok), failures };
}

async function runPlaywright(chromium) {
  if (!existsSync(join(repository, e2eConfig))) return { passed: 0, failed: 0 };
  if (chromium === null) {
    console.error("The browser tests need Chromium: install it, or set CHROMIUM to its path.");
    return error;
  }
  const report = prepareReport(`playwright-${run}.json`);
  const args = ["test", `--config=${e2eConfig}`, "--reporter=list,json"];
  const env = { ...shared, TEST_RUN: run, CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const ok = await runVisibly(pinnedNode(), ["node_modules/@playwright/test/cli.js", ...args], env);
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = readReport(report).stats ?? {};
  return count(expected + unexpected + flaky + skipped, expected + flaky, ok);
}

/** Skipped tests count as failed, and so does a runner that failed otherwise or ran no tests. */
function count(all = 0, passed = 0, ok) {
  return { passed, failed: Math.max(all - passed, ok && passed > 0 ? 0 : 1) };
}

/** Path for the report of a runner; deletes the previous report, which must not be read after a crash. */
function prepareReport(name) {
  const path = join(repository, ".cache", "test", name);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  return path;
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return {};
  }
}
