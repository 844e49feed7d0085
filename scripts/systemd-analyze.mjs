import { spawnSync } from "node:child_process";
import { installDebianPackage } from "./debian-package.mjs";

/** Installs systemd-analyze, which rates the unit of the Debian package; its test reports if it is missing. */
export async function ensureSystemdAnalyze() {
  if (spawnSync("systemd-analyze", ["--version"], { stdio: "ignore" }).status === 0) return;
  await installDebianPackage("systemd", "the test of the systemd unit");
}
