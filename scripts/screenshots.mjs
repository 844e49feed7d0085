// Takes the screenshots of the README from the demo, light and dark.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureChromium } from "./chromium.mjs";
import { ensureConsoleBuilt } from "./console-build.mjs";
import { ensureInstalled } from "./install.mjs";
import { pinnedNode } from "./pinned-node.mjs";
import { repository } from "./repository.mjs";
import { runVisibly } from "./run.mjs";

/** A working day looks best in the afternoon. */
const shownHour = 16;
const zones = [
  "Pacific/Auckland",
  "Asia/Tokyo",
  "Asia/Kolkata",
  "Asia/Dubai",
  "Europe/Berlin",
  "America/Sao_Paulo",
  "America/New_York",
  "America/Los_Angeles",
];

const folder = process.argv[2] ?? "docs/images";
await ensureInstalled();
const CHROMIUM = await ensureChromium();
if (!CHROMIUM || !(await ensureConsoleBuilt())) process.exit(1);

const dataDir = mkdtempSync(join(tmpdir(), "gatehouse-screenshots-"));
const env = { PATH: process.env.PATH, TZ: pickZone(new Date()), DATA_DIR: dataDir, PORT: "0", SIMULATOR_PORT: "0" };
const demo = spawn(process.execPath, ["scripts/demo.mjs"], {
  cwd: repository,
  env,
  stdio: ["ignore", "pipe", "inherit"],
});
const ended = new Promise((done) => demo.once("close", done));
try {
  const { address, control } = await waitUntilReady();
  const taken = await runVisibly(pinnedNode(), ["packages/e2e/src/readme-screenshots.ts", address, control, folder], {
    CHROMIUM,
  });
  if (!taken) process.exitCode = 1;
} finally {
  demo.kill("SIGINT");
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
}

/** Waits until the history is loaded and the first cars drive. */
function waitUntilReady() {
  let output = "";
  return new Promise((done, fail) => {
    demo.once("close", () => fail(new Error(`The demo ended: ${output}`)));
    demo.stdout.setEncoding("utf8").on("data", (text) => {
      output += text;
      const address = /ready at (\S+)/.exec(output)?.[1];
      const control = /control it at (\S+)/.exec(output)?.[1];
      if (address && control && output.includes("Multimedia display")) done({ address, control });
    });
  });
}

function pickZone(now) {
  const hourIn = (timeZone) =>
    Number(new Intl.DateTimeFormat("en", { hour: "numeric", hourCycle: "h23", timeZone }).format(now));
  const distance = (timeZone) => Math.abs(hourIn(timeZone) - shownHour);
  return zones.toSorted((one, other) => distance(one) - distance(other))[0];
}
