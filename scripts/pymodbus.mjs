import { spawnSync } from "node:child_process";
import { installDebianPackage } from "./debian-package.mjs";

// Debian's Python first: others in the path don't find Debian packages.
const pythons = ["/usr/bin/python3", "python3"];

/** Installs pymodbus, the independent Modbus server of the driver tests; the tests report if it is missing. */
export async function ensurePymodbus() {
  if (pythons.some(hasPymodbus)) return;
  await installDebianPackage("python3-pymodbus", "the Modbus tests");
}

function hasPymodbus(python) {
  return spawnSync(python, ["-c", "import pymodbus"], { stdio: "ignore" }).status === 0;
}
