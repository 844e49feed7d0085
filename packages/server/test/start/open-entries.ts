import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** A folder and all its entries, with their modes. */
export function modesIn(folder: string): { path: string; isFolder: boolean; mode: string }[] {
  const names = ["", ...readdirSync(folder, { recursive: true, encoding: "utf8" })];
  return names.flatMap((path) => {
    const found = lstatSync(join(folder, path), { throwIfNoEntry: false });
    // The database may delete files meanwhile.
    if (!found || found.isSymbolicLink()) return [];
    return [{ path, isFolder: found.isDirectory(), mode: (found.mode & 0o777).toString(8) }];
  });
}

/** What other accounts may read. */
export const openEntries = (folder: string) =>
  modesIn(folder).filter(({ isFolder, mode }) => mode !== (isFolder ? "700" : "600"));
