import { spawnSync } from "node:child_process";
import { installDebianPackage } from "./debian-package.mjs";

/** Installs tshark, the independent LLRP implementation of the driver tests; the tests report if it is missing. */
export async function ensureTshark() {
  if (spawnSync("tshark", ["--version"], { stdio: "ignore" }).status === 0) return;
  await installDebianPackage("tshark", "the LLRP tests");
}
