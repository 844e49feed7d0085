// PERF-4: Lighthouse scores of pages of the demo, signed in, on a desktop and on a phone. `node bench/pages.ts [runs]`
// starts the demo on its own folder, installs Lighthouse into .cache on first use, and prints the median of each page
// with its limits. Scores depend on the machine: nothing else may run.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { formatVerdict, median } from "./measurement.ts";
import { signIn } from "./sign-in.ts";

const runs = Number(process.argv[2] ?? 3);
const lighthouseVersion = "13.5.0";
const repository = join(import.meta.dirname, "..");
const installed = join(repository, ".cache", "lighthouse");
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** The demo writes it once its devices and its past are stored. */
const registeredFile = "demo-devices";

const minScores = { desktop: 90, mobile: 75 };
const maxShift = 0.05;
const pages = [
  "/overview",
  "/access-control/events",
  "/access-control/ids",
  "/access-control/gates-and-actuators",
  "/access-control/rfidos/variables",
  "/access-control/alerts",
  "/configurations",
];

interface Report {
  categories: { performance: { score: number } };
  audits: Record<string, { numericValue: number }>;
}

const dataDir = mkdtempSync(join(tmpdir(), "gatehouse-bench-"));
const demo = startDemo();
try {
  const address = await waitForAddress(demo);
  while (!existsSync(join(dataDir, registeredFile))) await setTimeout(500);
  const measure = await loadLighthouse(address, await signIn(address));
  const areMet: boolean[] = [];
  for (const page of pages) {
    for (const form of ["desktop", "mobile"] as const) areMet.push(await measurePage(page, form, measure));
  }
  process.exitCode = areMet.every(Boolean) ? 0 : 1;
} finally {
  if (demo.pid !== undefined) process.kill(-demo.pid, "SIGTERM");
  await once(demo, "close");
  rmSync(dataDir, { recursive: true, force: true });
}

function startDemo(): ChildProcess {
  const env = { ...process.env, DATA_DIR: dataDir, PORT: "0", SIMULATOR_PORT: "0" };
  const stdio: ["ignore", "pipe", "inherit"] = ["ignore", "pipe", "inherit"];
  // Its own group of processes: the demo consists of several.
  return spawn(process.execPath, [join(repository, "scripts/demo.mjs")], {
    cwd: repository,
    env,
    stdio,
    detached: true,
  });
}

async function waitForAddress({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error("The demo has no output");
  for await (const line of createInterface({ input: stdout })) {
    const port = /ready at \S+:(\d+)$/.exec(line)?.[1];
    if (port !== undefined) return `http://127.0.0.1:${port}`;
  }
  throw new Error("The demo failed to start");
}

type Form = keyof typeof minScores;
type Measure = (page: string, form: Form) => Promise<Report>;

/** Lighthouse is not a dependency: it has a hundred packages, and only this benchmark needs it. */
async function loadLighthouse(address: string, token: string): Promise<Measure> {
  const modules = join(installed, "node_modules");
  if (!existsSync(join(modules, "lighthouse"))) {
    mkdirSync(installed, { recursive: true });
    const args = ["install", "--prefix", installed, "--no-save", "--ignore-scripts", `lighthouse@${lighthouseVersion}`];
    spawnSync("npm", args, { stdio: "inherit" });
  }
  const load = (path: string) => import(pathToFileURL(join(modules, path)).href);
  const { default: lighthouse, desktopConfig } = await load("lighthouse/core/index.js");
  const { default: puppeteer } = await load("puppeteer-core/lib/puppeteer/puppeteer-core.js");
  return async (page, form) => {
    const browser = await puppeteer.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
    try {
      const tab = await browser.newPage();
      await tab.goto(`${address}/config.json`);
      // The session belongs to the tab.
      await tab.evaluate(`sessionStorage.setItem("gatehouse.token", ${JSON.stringify(token)})`);
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
  const score = median(reports.map(({ categories }) => Math.round(categories.performance.score * 100)));
  const of = (audit: string) => median(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN));
  const shift = of("cumulative-layout-shift");
  const isMet = score >= minScores[form] && shift <= maxShift;
  const times = `paint ${of("largest-contentful-paint").toFixed(0)} ms, blocked ${of("total-blocking-time").toFixed(0)} ms`;
  console.log(
    `${page} on ${form}: ${score} (limit ${minScores[form]}), shift ${shift.toFixed(3)} (limit ${maxShift}), ${times}: ${formatVerdict(isMet)}`,
  );
  return isMet;
}
