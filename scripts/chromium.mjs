import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { installDebianPackage } from "./debian-package.mjs";

// The headless shell is Chromium without its own windows and menus: the same pages in half the time.
const programs = ["chromium-headless-shell", "chromium"];

/** The path of a Chromium for the browser tests, installed where that is possible; null when there is none. */
export async function ensureChromium() {
  const { CHROMIUM } = process.env;
  if (CHROMIUM && existsSync(CHROMIUM)) return CHROMIUM;
  for (const program of programs) {
    const found = find(program) ?? ((await installDebianPackage(program, "the browser tests")) ? find(program) : null);
    if (found) return found;
  }
  return null;
}

function find(program) {
  const folders = ["/usr/bin", ...(process.env.PATH ?? "").split(delimiter)];
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path)) ?? null;
}
