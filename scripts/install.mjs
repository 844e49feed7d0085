import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { repository } from "./repository.mjs";
import { runQuietly } from "./run.mjs";

const npm = process.platform === "win32" ? "npm.cmd" : "npm";
const record = join(repository, "node_modules", ".gatehouse-install");

/** Installs the dependencies when they are missing or not those of the lockfile; quiet otherwise. */
export async function ensureInstalled() {
  const lockfile = readFileSync(join(repository, "package-lock.json"));
  const wanted = createHash("sha256").update(lockfile).digest("hex");
  if (existsSync(record) && readFileSync(record, "utf8") === wanted) return;
  if (!isInstalled(JSON.parse(lockfile))) await install();
  writeFileSync(record, wanted);
}

/** Whether a person's own "npm install" has already brought what the lockfile asks for. */
function isInstalled(lockfile) {
  const installed = join(repository, "node_modules", ".package-lock.json");
  if (!existsSync(installed)) return false;
  const wanted = modulesOf(lockfile);
  const present = new Map(modulesOf(JSON.parse(readFileSync(installed, "utf8"))));
  // npm leaves out optional packages of other systems.
  return wanted.every(([path, { version, optional }]) =>
    present.has(path) ? present.get(path).version === version : optional === true,
  );
}

function modulesOf({ packages }) {
  return Object.entries(packages).filter(([path, entry]) => path.includes("node_modules/") && !entry.link);
}

async function install() {
  const stopProgress = showProgress("Installing dependencies");
  // Errors only: on Node 20 npm would fill the screen with warnings about the Node that we bring ourselves.
  const { ok, output } = await runQuietly(npm, ["ci", "--loglevel=error", "--no-audit", "--no-fund"], {
    PATH: pathWithoutModules(process.env.PATH ?? ""),
  });
  stopProgress(ok ? "done" : "failed");
  if (ok) return;
  console.error(`${output}\n"npm ci" did not succeed.`);
  process.exit(1);
}

/** npm ci removes node_modules, and with it the Node that "npm run" found there: let it run on the machine's own. */
function pathWithoutModules(path) {
  return path
    .split(delimiter)
    .filter((folder) => !folder.includes("node_modules"))
    .join(delimiter);
}

/** A line that counts the seconds on a terminal, a plain line now and then elsewhere. */
function showProgress(what) {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  const { isTTY } = process.stdout;
  process.stdout.write(isTTY ? `${what} …` : `${what} …\n`);
  const timer = setInterval(
    () => process.stdout.write(isTTY ? `\r${what} … ${seconds()} s` : `${what} … ${seconds()} s\n`),
    isTTY ? 1000 : 10_000,
  );
  return (outcome) => {
    clearInterval(timer);
    process.stdout.write(`${isTTY ? "\r" : ""}${what} … ${outcome} in ${seconds()} s\n`);
  };
}
