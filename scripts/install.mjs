import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { repository } from "./repository.mjs";
import { runQuietly } from "./run.mjs";

const npm = process.platform === "win32" ? "npm.cmd" : "npm";
const hashFile = join(repository, "node_modules", ".gatehouse-install");

/** Installs the dependencies if they don't match the lockfile. */
export async function ensureInstalled() {
  const lockfile = readFileSync(join(repository, "package-lock.json"));
  const hash = createHash("sha256").update(lockfile).digest("hex");
  if (existsSync(hashFile) && readFileSync(hashFile, "utf8") === hash) return;
  if (!isInstalled(JSON.parse(lockfile))) await install();
  writeFileSync(hashFile, hash);
}

/** Whether the dependencies match the lockfile already, for example after "npm install". */
function isInstalled(lockfile) {
  const installed = join(repository, "node_modules", ".package-lock.json");
  if (!existsSync(installed)) return false;
  const required = modulesOf(lockfile);
  const present = new Map(modulesOf(JSON.parse(readFileSync(installed, "utf8"))));
  // npm omits optional packages of other platforms.
  return required.every(([path, { version, optional }]) =>
    present.has(path) ? present.get(path).version === version : optional === true,
  );
}

function modulesOf({ packages }) {
  return Object.entries(packages).filter(([path, entry]) => path.includes("node_modules/") && !entry.link);
}

async function install() {
  const stopProgress = showProgress("Installing dependencies");
  // Errors only: on Node 20, npm prints many warnings about the Node version, although Gatehouse runs on its own Node.
  const { ok, output } = await runQuietly(npm, ["ci", "--loglevel=error", "--no-audit", "--no-fund"], {
    PATH: pathWithoutModules(process.env.PATH ?? ""),
  });
  stopProgress(ok ? "done" : "failed");
  if (ok) return;
  console.error(`${output}\n"npm ci" failed.`);
  process.exit(1);
}

/** "npm ci" deletes node_modules and the Node in it, so it must run on the Node of the machine. */
function pathWithoutModules(path) {
  return path
    .split(delimiter)
    .filter((folder) => !folder.includes("node_modules"))
    .join(delimiter);
}

/** Prints the elapsed seconds: in place on a terminal, as a line every 10 seconds elsewhere. */
function showProgress(task) {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  const { isTTY } = process.stdout;
  process.stdout.write(isTTY ? `${task}…` : `${task}…\n`);
  const timer = setInterval(
    () => process.stdout.write(isTTY ? `\r${task}… ${seconds()} s` : `${task}… ${seconds()} s\n`),
    isTTY ? 1000 : 10_000,
  );
  return (outcome) => {
    clearInterval(timer);
    process.stdout.write(`${isTTY ? "\r" : ""}${task}… ${outcome} in ${seconds()} s\n`);
  };
}
