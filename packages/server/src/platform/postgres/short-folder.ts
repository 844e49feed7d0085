import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// sockaddr_un holds 108 bytes on Linux and 104 on macOS, with the final zero.
const longestSocketPath = 103;

/** A folder under a name that is short enough for a socket inside it. */
export type ShortFolder = { path: string; release(): void };

/** Gives the folder itself where its sockets' names fit, else a private link to it. */
export function shortFolder(folder: string, longestFileName: string): ShortFolder {
  const fits = Buffer.byteLength(join(folder, longestFileName)) <= longestSocketPath;
  if (fits || process.platform === "win32") return { path: folder, release: () => {} };
  // mkdtemp makes it 0700 under a name nobody can prepare: another user cannot slip in a socket of their own.
  const shelter = mkdtempSync(join(tmpdir(), "gatehouse-"));
  const link = join(shelter, "s");
  symlinkSync(folder, link);
  return { path: link, release: () => rmSync(shelter, { recursive: true, force: true }) };
}
