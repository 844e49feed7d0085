import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { privateFileMode, privateFolderMode } from "../platform/private-files.ts";
import { wholeFile } from "./image-names.ts";

/** An image in the local folder that is not in the shared store yet. */
export interface WaitingImage {
  readonly name: string;
  readonly savedAt: Date;
}

/** HA-6: lists the images that wait in the local folder, oldest day first. */
export async function* listWaiting(folder: string): AsyncGenerator<WaitingImage[]> {
  const days = (await namesIn(folder)).filter((name) => /^\d{8}$/.test(name)).sort();
  for (const day of days) {
    const hashes = (await namesIn(join(folder, day)))
      .map((file) => wholeFile.exec(file)?.[1])
      .filter((hash) => hash !== undefined);
    const savedAt = async (hash: string) =>
      (await stat(join(folder, day, `${hash}.jpg`)).catch(() => undefined))?.mtime;
    const found = await Promise.all(
      hashes.map(async (hash) => ({ name: `${day}-${hash}`, savedAt: await savedAt(hash) })),
    );
    yield found.flatMap(({ name, savedAt: at }) => (at ? [{ name, savedAt: at }] : []));
  }
}

/** PRIV-4: remembers on disk which images are still to be deleted from the shared store. */
export function createOpenDeletions(folder: string) {
  const place = join(folder, "deletions");
  return {
    add: async (names: readonly string[]): Promise<void> => {
      await mkdir(place, { recursive: true, mode: privateFolderMode });
      await Promise.all(names.map((name) => writeFile(join(place, name), "", { mode: privateFileMode })));
    },
    list: () => namesIn(place),
    remove: (name: string) => rm(join(place, name), { force: true }),
  };
}

const namesIn = (folder: string) => readdir(folder).catch((): string[] => []);
