import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

const memoryFolder = "/dev/shm";
/** Several times what the tests store at the same time. */
const minFreeBytes = 4 * 1_073_741_824;
/** What the servers and browsers under test need beside it. */
const minOtherBytes = 4 * 1_073_741_824;

/**
 * Creates the folder for the temporary files of a test run, which it deletes at the end. It is in memory where there is
 * room: the tests create many databases, and creating their files on a disk takes a tenth of the run's processor time.
 */
export function createTestFolder() {
  const folder = mkdtempSync(join(hasRoomInMemory() ? memoryFolder : tmpdir(), "gatehouse-tests-"));
  // PostgreSQL runs as another account if the tests run as root.
  chmodSync(folder, 0o711);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function hasRoomInMemory() {
  if (process.platform !== "linux" || !existsSync(memoryFolder)) return false;
  const { bavail, bsize } = statfsSync(memoryFolder);
  return bavail * bsize >= minFreeBytes && freemem() >= minFreeBytes + minOtherBytes && mayRunPrograms();
}

/** Tests unpack programs and run them, which containers often forbid in this folder. */
function mayRunPrograms() {
  const mount = readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .map((line) => line.split(" "))
    .find(([, path]) => path === memoryFolder);
  return mount !== undefined && !mount[3].split(",").includes("noexec");
}
