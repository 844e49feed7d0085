import { spawnSync } from "node:child_process";
import { installDebianPackage } from "./debian-package.mjs";

// Debian's own first: another one in the path does not see Debian's packages.
const pythons = ["/usr/bin/python3", "python3"];

/** Sees to it that there is a Modbus server of somebody else's for the drivers' tests; without it they fail and say so. */
export async function ensurePymodbus() {
  if (pythons.some(hasPymodbus)) return;
  await installDebianPackage("python3-pymodbus", "the Modbus tests");
}

function hasPymodbus(python) {
  return spawnSync(python, ["-c", "import pymodbus"], { stdio: "ignore" }).status === 0;
}
