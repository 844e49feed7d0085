import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { runVisibly } from "./run.mjs";

/** The path of a Chromium for the browser tests, installed where that is possible; null when there is none. */
export async function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  if (process.platform === "linux" && (await installChromium())) return findChromium();
  return null;
}

function findChromium() {
  const { CHROMIUM, PATH = "" } = process.env;
  const onPath = PATH.split(delimiter).map((folder) => join(folder, "chromium"));
  return [CHROMIUM, "/usr/bin/chromium", ...onPath].find((path) => path && existsSync(path)) ?? null;
}

async function installChromium() {
  console.log("Installing Chromium for the browser tests …");
  const script = "apt-get update -q && apt-get install -y -q chromium";
  const command = process.getuid() === 0 ? ["sh", "-c", script] : ["sudo", "-n", "sh", "-c", script];
  return runVisibly(command[0], command.slice(1), { DEBIAN_FRONTEND: "noninteractive" });
}
