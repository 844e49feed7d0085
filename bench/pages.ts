// Lighthouse scores of the pages of the demo, signed in, on a desktop and on a phone.
//
//   node bench/pages.ts [--runs 3] [--form mobile] [--data FOLDER] [--reports FOLDER] [PATH …]
//
// starts the demo, by default with a new data folder, and installs Lighthouse into .cache on first use. It prints the median
// of each page: every page, or those given. A desktop has limits; a phone is printed without. Scores depend on the machine:
// nothing else may run. The demo has a lower priority than the browser, because a real server runs on another machine.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { constants, cpus, setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { operationsMenu } from "@gatehouse/contract/modules/operations";
import { menu, settingsPages } from "@gatehouse/contract/modules/registry";
import { formatVerdict, median } from "./measurement.ts";
import { signIn } from "./sign-in.ts";
import { stopOnSignal } from "./stop-on-signal.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: "string", default: "3" },
    form: { type: "string", multiple: true, default: ["desktop", "mobile"] },
    data: { type: "string" },
    reports: { type: "string" },
  },
});
const runs = Number(options.runs);
const lighthouseVersion = "13.5.0";
const repository = join(import.meta.dirname, "..");
const installed = join(repository, ".cache", "lighthouse");
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const signInPath = "/";

/** The demo writes it once its devices and its past are stored. */
const registeredFile = "demo-devices";

/** Limits on a desktop. */
const minScore = 90;
const maxShift = 0.05;

/** The machine is idle if its processors work this little, for this long. */
const maxBusyCores = 0.4;
const minIdleMs = 6_000;
const sampleMs = 2_000;
const maxWaitMs = 300_000;

const allForms = ["desktop", "mobile"] as const;
type Form = (typeof allForms)[number];

const forms = allForms.filter((form) => options.form.includes(form));
if (forms.length === 0) throw new Error("--form is desktop or mobile");

interface Report {
  categories: { performance: { score: number } };
  audits: Record<string, { numericValue?: number }>;
}

const dataDir = options.data ?? mkdtempSync(join(tmpdir(), "gatehouse-bench-"));
const demo = startDemo();
stopOnSignal(stopDemo);
try {
  const address = await waitForAddress(demo);
  while (!existsSync(join(dataDir, registeredFile))) await setTimeout(500);
  await waitForIdle();
  const measure = await loadLighthouse(address);
  const areMet: boolean[] = [];
  for (const page of positionals.length > 0 ? positionals : listPages()) {
    for (const form of forms) areMet.push(await measurePage(page, form, measure));
  }
  process.exitCode = areMet.every(Boolean) ? 0 : 1;
} finally {
  await stopDemo();
  if (options.data === undefined) rmSync(dataDir, { recursive: true, force: true });
}

function listPages(): string[] {
  const sections = [operationsMenu, ...menu].flatMap(({ path, entries }) =>
    entries.length === 0 ? [path] : entries.map((entry) => entry.path),
  );
  return [signInPath, ...sections, ...settingsPages.map(({ path }) => path)];
}

function startDemo(): ChildProcess {
  const started = spawn(process.execPath, [join(repository, "scripts/demo.mjs")], {
    cwd: repository,
    env: { ...process.env, DATA_DIR: dataDir, PORT: "0", SIMULATOR_PORT: process.env.SIMULATOR_PORT ?? "0" },
    stdio: ["ignore", "pipe", "inherit"],
    // Its own group of processes: the demo consists of several.
    detached: true,
  });
  // Before it starts other processes, which inherit it.
  if (started.pid !== undefined) setPriority(started.pid, constants.priority.PRIORITY_LOW);
  return started;
}

async function stopDemo(): Promise<void> {
  if (demo.pid === undefined || demo.exitCode !== null) return;
  process.kill(-demo.pid, "SIGTERM");
  await once(demo, "close");
}

async function waitForAddress({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error("The demo has no output");
  const lines = createInterface({ input: stdout });
  for await (const line of lines) {
    const port = /ready at \S+:(\d+)$/.exec(line)?.[1];
    if (port === undefined) continue;
    // Leaving the loop ends the reader; the demo must not wait for one.
    stdout.resume();
    return `http://127.0.0.1:${port}`;
  }
  throw new Error("The demo failed to start");
}

/** Waits until the processors are idle: the demo works on its past for a minute after its start. */
async function waitForIdle(): Promise<void> {
  for (let waitedMs = 0, idleMs = 0; idleMs < minIdleMs; waitedMs += sampleMs) {
    if (waitedMs > maxWaitMs) throw new Error("The machine is busy: scores would be too low");
    const before = readBusyMs();
    await setTimeout(sampleMs);
    idleMs = (readBusyMs() - before) / sampleMs < maxBusyCores ? idleMs + sampleMs : 0;
  }
}

/** Time that all processors have worked. */
function readBusyMs(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
}

type Measure = (page: string, form: Form) => Promise<Report>;

/** Lighthouse is not a dependency: it has a hundred packages, and only this benchmark needs it. */
async function loadLighthouse(address: string): Promise<Measure> {
  const modules = join(installed, "node_modules");
  if (!existsSync(join(modules, "lighthouse"))) {
    mkdirSync(installed, { recursive: true });
    const args = ["install", "--prefix", installed, "--no-save", "--ignore-scripts", `lighthouse@${lighthouseVersion}`];
    spawnSync("npm", args, { stdio: "inherit" });
  }
  const load = (path: string) => import(pathToFileURL(join(modules, path)).href);
  const { default: lighthouse, desktopConfig } = await load("lighthouse/core/index.js");
  const { default: puppeteer } = await load("puppeteer-core/lib/puppeteer/puppeteer-core.js");
  const token = JSON.stringify(await signIn(address));
  return async (page, form) => {
    const browser = await puppeteer.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
    try {
      const tab = await browser.newPage();
      await tab.goto(`${address}/config.json`);
      // The session belongs to the tab.
      if (page !== signInPath) await tab.evaluate(`sessionStorage.setItem("gatehouse.token", ${token})`);
      const flags = { disableStorageReset: true, onlyCategories: ["performance"], logLevel: "error" };
      const result = await lighthouse(`${address}${page}`, flags, form === "desktop" ? desktopConfig : undefined, tab);
      return result.lhr;
    } finally {
      await browser.close();
    }
  };
}

async function measurePage(page: string, form: Form, measure: Measure): Promise<boolean> {
  const reports: Report[] = [];
  for (let run = 0; run < runs; run += 1) reports.push(await measure(page, form));
  saveReports(`${form}${page.replaceAll("/", "_")}`, reports);
  const score = median(reports.map(({ categories }) => Math.round(categories.performance.score * 100)));
  const of = (audit: string) => median(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN));
  const shift = of("cumulative-layout-shift");
  const isDesktop = form === "desktop";
  const isMet = !isDesktop || (score >= minScore && shift <= maxShift);
  const times = [
    `first paint ${toSeconds(of("first-contentful-paint"))}`,
    `largest ${toSeconds(of("largest-contentful-paint"))}`,
    `speed index ${toSeconds(of("speed-index"))}`,
    `blocked ${of("total-blocking-time").toFixed(0)} ms`,
  ].join(", ");
  const limits = isDesktop ? ` (limits ${minScore} and ${maxShift}): ${formatVerdict(isMet)}` : "";
  console.log(`${page} on ${form}: ${score}, shift ${shift.toFixed(3)}, ${times}${limits}`);
  return isMet;
}

function toSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

function saveReports(name: string, reports: readonly Report[]): void {
  if (options.reports === undefined) return;
  mkdirSync(options.reports, { recursive: true });
  for (const [run, report] of reports.entries()) {
    writeFileSync(join(options.reports, `${name}.${run}.json`), JSON.stringify(report));
  }
}
