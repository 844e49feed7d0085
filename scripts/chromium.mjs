import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { installDebianPackage } from "./debian-package.mjs";

// The headless shell runs the browser tests in half the time of the full Chromium.
const programs = ["chromium-headless-shell", "chromium"];

/** Finds a Chromium for the browser tests, and installs one if necessary; null if that isn't possible. */
export async function ensureChromium() {
  const { CHROMIUM } = process.env;
  if (CHROMIUM && existsSync(CHROMIUM)) return CHROMIUM;
  for (const program of programs) {
    const found =
      findProgram(program) ??
      ((await installDebianPackage(program, "the browser tests")) ? findProgram(program) : null);
    if (found) return found;
  }
  return null;
}

function findProgram(program) {
  const folders = ["/usr/bin", ...(process.env.PATH ?? "").split(delimiter)];
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path)) ?? null;
}
