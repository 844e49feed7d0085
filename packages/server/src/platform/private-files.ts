import { chmodSync, lstatSync, readdirSync, type Stats } from "node:fs";
import { join } from "node:path";

/** Modes of everything in the data folder: only its owner has access. */
export const privateFolderMode = 0o700;
export const privateFileMode = 0o600;

const groupAndOtherBits = 0o077;
const stickyBit = 0o1000;
/** What Gatehouse creates in the data folder. */
const ownNames =
  /^(postgres(\.new)?|postgres-programs|images|reports|spool(-\d+)?|snapshot|demo|demo-devices|secret\.key(\..+\.tmp)?|recent\.log(\.old)?|restore-unfinished|gatehouse\.lock|\.probe-\d+)$/;
/** What the operating system may create there. */
const systemNames = /^(lost\+found|\.DS_Store)$/;

/** What a data folder may contain before anything is stored in it. */
const temporaryNames = /^(postgres-programs|recent\.log(\.old)?|gatehouse\.lock|\.probe-\d+)$/;

/** What Gatehouse has stored in a data folder. */
export const listStoredEntries = (dataDir: string): string[] =>
  readdirSync(dataDir).filter((name) => ownNames.test(name) && !temporaryNames.test(name));

/** Removes other accounts' access to an existing data folder; warns about paths where that fails. */
export function restrictDataFolder(
  dataDir: string,
  warn: (message: string) => void,
  chmod: (path: string, mode: number) => void = chmodSync,
): void {
  if (process.platform === "win32") return;
  const failed: string[] = [];
  const restrict = (path: string, { mode }: Stats) => {
    try {
      chmod(path, mode & privateFolderMode);
    } catch {
      failed.push(path);
    }
  };
  const names = readdirSync(dataDir);
  const foreign = names.filter((name) => !ownNames.test(name) && !systemNames.test(name));
  restrictTop(dataDir, foreign, restrict, warn);
  for (const name of names) if (ownNames.test(name)) restrictTree(join(dataDir, name), restrict);
  if (failed.length === 0) return;
  const more = failed.length > 1 ? ` and ${failed.length - 1} more` : "";
  warn(`${failed[0]}${more} can be read by other accounts, and this account may not change that: use chmod go-rwx`);
}

type Restrict = (path: string, stats: Stats) => void;

/** Leaves a folder alone that is shared with other programs (/tmp, /var/lib), which may need access. */
function restrictTop(
  dataDir: string,
  foreign: readonly string[],
  restrict: Restrict,
  warn: (message: string) => void,
): void {
  const stats = lstatSync(dataDir);
  if ((stats.mode & groupAndOtherBits) === 0) return;
  if (foreign.length === 0 && (stats.mode & stickyBit) === 0) {
    restrict(dataDir, stats);
    return;
  }
  const example = foreign[0] === undefined ? "" : ` (${foreign[0]})`;
  warn(`${dataDir} is shared with other programs${example} and stays open: set DATA_DIR to a folder of its own`);
}

/**
 * Skips folders that are already restricted: their contents are out of reach, and a site may have millions of pictures.
 * Restricts the folder itself last, so that an interrupted run resumes on the next start.
 */
function restrictTree(path: string, restrict: Restrict): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats || stats.isSymbolicLink() || (stats.mode & groupAndOtherBits) === 0) return;
  if (stats.isDirectory()) for (const name of listFolder(path)) restrictTree(join(path, name), restrict);
  restrict(path, stats);
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // A folder of another account: restricting it fails as well, which is reported.
    return [];
  }
}
