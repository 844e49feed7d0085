import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { dayMs } from "@gatehouse/contract/fields/zoned-time";

export interface StoredBackup {
  readonly path: string;
  readonly at: Date;
}

// Early backups end with ".backup".
const extension = String.raw`\.(?:tar|tar\.age|backup)$`;
const namePattern = new RegExp(String.raw`^gatehouse-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z${extension}`);
const maxPartialAgeMs = dayMs;

/** The name of a backup by its time, in UTC. */
export const backupName = (now: Date, isEncrypted: boolean): string =>
  `gatehouse-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z.${isEncrypted ? "tar.age" : "tar"}`;

/** Whether a path is that of a file instead of a folder. */
export const isBackupName = (path: string): boolean => new RegExp(extension).test(path);

/** The name of a file that is being written. */
export const partialPath = (path: string): string => `${path}.partial`;

/** The backups of a folder, oldest first. */
export async function listBackups(folder: string): Promise<StoredBackup[]> {
  const names = (await readdir(folder).catch(() => [])).sort();
  return names.flatMap((name) => {
    const [, year, month, day, hour, minute, second] = namePattern.exec(name) ?? [];
    if (year === undefined) return [];
    return [{ path: join(folder, name), at: new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) }];
  });
}

/** Deletes all but the newest backups, and what interrupted backups left; returns how many backups were deleted. */
export async function deleteOldBackups(folder: string, kept: number, now: Date): Promise<number> {
  const old = (await listBackups(folder)).slice(0, -kept);
  for (const { path } of old) await rm(path, { force: true });
  for (const name of await readdir(folder)) {
    if (!namePattern.test(name.replace(partialPath(""), "")) || namePattern.test(name)) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && now.getTime() - found.mtimeMs > maxPartialAgeMs) await rm(path, { force: true });
  }
  return old.length;
}
