import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// sockaddr_un holds 108 bytes on Linux and 104 on macOS, including the terminating zero.
const maxSocketPathBytes = 103;

/** A folder whose path is short enough for a socket inside it. */
export type ShortFolder = { path: string; release(): void };

/** Returns the folder itself if the path of its socket fits, else a private symbolic link to it. */
export function shortFolder(folder: string, socketName: string): ShortFolder {
  const fits = Buffer.byteLength(join(folder, socketName)) <= maxSocketPathBytes;
  if (fits || process.platform === "win32") return { path: folder, release: () => {} };
  // mkdtemp uses mode 0700 and an unpredictable name, so that no other user can plant a socket.
  const linkFolder = mkdtempSync(join(tmpdir(), "gatehouse-"));
  const link = join(linkFolder, "s");
  symlinkSync(folder, link);
  return { path: link, release: () => rmSync(linkFolder, { recursive: true, force: true }) };
}
