import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { privateFileMode } from "../../platform/private-files.ts";

/** The images that must not be deleted: those under a legal hold, and those of the minimum retention. */
export interface ImageProtection {
  readonly names: readonly string[];
  /** First and last day of whole periods, such as 20261201. */
  readonly days: readonly (readonly [from: string, to: string])[];
  /** Days from this one on are kept even while the disk is nearly full. */
  readonly since: string | null;
}

const nothing: ImageProtection = { names: [], days: [], since: null };

/**
 * Keeps the protection in a file next to the images. A full disk may stop the database, and no protected image may then be
 * deleted to make room.
 */
export function createProtectionFile(folder: string) {
  const path = join(folder, "protected.json");
  let known: { text: string; protection: ImageProtection } | undefined;
  return {
    load: async (): Promise<ImageProtection> => {
      if (known) return known.protection;
      const text = await readFile(path, "utf8").catch(() => JSON.stringify(nothing));
      known = { text, protection: JSON.parse(text) as ImageProtection };
      return known.protection;
    },
    save: async (protection: ImageProtection): Promise<void> => {
      const text = JSON.stringify(protection);
      const isUnchanged = (known?.text ?? JSON.stringify(nothing)) === text;
      known = { text, protection };
      if (isUnchanged) return;
      await writeFile(`${path}.tmp`, text, { mode: privateFileMode });
      await rename(`${path}.tmp`, path);
    },
  };
}

/** Whether a whole day is protected. */
export const isDayProtected = ({ days }: ImageProtection, day: string): boolean =>
  days.some(([from, to]) => from <= day && day <= to);

/** The files of a day, such as HASH.jpg and HASH-small.jpg, that may be deleted. */
export function filesToDelete(protection: ImageProtection, day: string, files: readonly string[]): string[] {
  if (isDayProtected(protection, day)) return [];
  const hashes = protection.names.filter((name) => name.startsWith(day)).map((name) => name.slice(day.length + 1));
  return files.filter((file) => !hashes.some((hash) => file.startsWith(hash)));
}
