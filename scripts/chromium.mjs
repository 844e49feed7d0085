import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { runVisibly } from "./run.mjs";

// The headless shell is Chromium without its own windows and menus: the same pages in half the time.
const programs = ["chromium-headless-shell", "chromium"];

/** The path of a Chromium for the browser tests, installed where that is possible; null when there is none. */
export async function ensureChromium() {
  const { CHROMIUM } = process.env;
  if (CHROMIUM && existsSync(CHROMIUM)) return CHROMIUM;
  for (const program of programs) {
    const found = find(program) ?? ((await install(program)) ? find(program) : null);
    if (found) return found;
  }
  return null;
}

function find(program) {
  const folders = ["/usr/bin", ...(process.env.PATH ?? "").split(delimiter)];
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path)) ?? null;
}

async function install(program) {
  if (process.platform !== "linux") return false;
  console.log(`Installing ${program} for the browser tests …`);
  const script = `apt-get update -q && apt-get install -y -q ${program}`;
  const command = process.getuid() === 0 ? ["sh", "-c", script] : ["sudo", "-n", "sh", "-c", script];
  return runVisibly(command[0], command.slice(1), { DEBIAN_FRONTEND: "noninteractive" });
}
