import { chmodSync, lstatSync, readdirSync, type Stats } from "node:fs";
import { join } from "node:path";

/** SAFE-9: modes of everything in the data folder, so that only its owner can read it. */
export const privateFolderMode = 0o700;
export const privateFileMode = 0o600;

const othersBits = 0o077;
const stickyBit = 0o1000;
/** What Gatehouse itself creates in the data folder. */
const ownNames =
  /^(postgres(\.new)?|postgres-programs|images|demo|demo-devices|secret\.key(\..+\.tmp)?|gatehouse\.lock|\.probe-\d+)$/;
/** What may lie there as well without being of concern to anyone else. */
const systemNames = /^(lost\+found|\.DS_Store)$/;

/** SAFE-9: closes an existing data folder to other accounts; tells in the log what could not be closed, and goes on. */
export function closeDataFolder(
  dataDir: string,
  warn: (message: string) => void,
  chmod: (path: string, mode: number) => void = chmodSync,
): void {
  if (process.platform === "win32") return;
  const failed: string[] = [];
  const close = (path: string, { mode }: Stats) => {
    try {
      chmod(path, mode & privateFolderMode);
    } catch {
      failed.push(path);
    }
  };
  const names = readdirSync(dataDir);
  const foreign = names.filter((name) => !ownNames.test(name) && !systemNames.test(name));
  closeTop(dataDir, foreign, close, warn);
  for (const name of names) if (ownNames.test(name)) closeTree(join(dataDir, name), close);
  if (failed.length === 0) return;
  const more = failed.length > 1 ? ` and ${failed.length - 1} more` : "";
  warn(`${failed[0]}${more} can be read by other accounts, and this account may not change that: use chmod go-rwx`);
}

type Close = (path: string, found: Stats) => void;

/** Other programs may need a folder that they share with Gatehouse (/tmp, /var/lib): it stays as it is. */
function closeTop(dataDir: string, foreign: readonly string[], close: Close, warn: (message: string) => void): void {
  const found = lstatSync(dataDir);
  if ((found.mode & othersBits) === 0) return;
  if (foreign.length === 0 && (found.mode & stickyBit) === 0) {
    close(dataDir, found);
    return;
  }
  const example = foreign[0] === undefined ? "" : ` (${foreign[0]})`;
  warn(`${dataDir} is shared with other programs${example} and stays open: set DATA_DIR to a folder of its own`);
}

/**
 * Goes into folders that are open to others only: what lies in a closed one is out of reach, and a site may have
 * millions of pictures. The folder itself is closed last, so that an interrupted start goes on where it stopped.
 */
function closeTree(path: string, close: Close): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || found.isSymbolicLink() || (found.mode & othersBits) === 0) return;
  if (found.isDirectory()) for (const name of readable(path)) closeTree(join(path, name), close);
  close(path, found);
}

function readable(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // A folder of another account: closing it fails as well, and that is told.
    return [];
  }
}
