import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import { privateFileMode, privateFolderMode } from "../platform/private-files.ts";
import { fileOf, type ImageSize, toDate, toDay, toName, wholeFile } from "./images/image-names.ts";
import {
  createProtectionFile,
  filesToDelete,
  type ImageProtection,
  isDayProtected,
} from "./images/image-protection.ts";

/** Stores images by the hash of their content, with one folder for each day. */
export interface ImageStore {
  /** Saves an image and returns its name. */
  save(day: Date, whole: Uint8Array, small: Uint8Array): Promise<string>;
  /** Opens an image; undefined if it is deleted. */
  read(name: string, size: ImageSize): Promise<Readable | undefined>;
  /** Whether too little of the disk is free to save images. */
  isFull(): Promise<boolean>;
  /** The free space, and whether it is too little to save images. */
  space(): Promise<{ freeBytes: number; isFull: boolean }>;
  /** Deletes the oldest days while the disk is nearly full; returns how many. */
  deleteOldestWhileFull(): Promise<number>;
  /** Deletes the days before the day of `time`. */
  deleteBefore(time: Date): Promise<void>;
  /** Deletes images by name; returns how many. */
  deleteImages(names: readonly string[]): Promise<number>;
  /** Sets what the other calls must not delete. */
  protect(protection: ImageProtection): Promise<void>;
  /** Counts the images of each day that may be deleted, oldest day first. */
  countByDay(): Promise<{ day: Date; images: number }[]>;
  /** Calls `report` for each deleted day until it succeeds once: all images from before that time are deleted. */
  reportDeletedDays(report: (before: Date) => Promise<void>): Promise<void>;
}

const minFreeBytes = 1_073_741_824;
const minFreeRatio = 0.05;
const deletedSuffix = ".gone";
const privateFolder = { recursive: true, mode: privateFolderMode } as const;

/** Stores images in a folder on the local disk. Tests replace how its space is measured and how files are written. */
export function createImageStore(
  folder: string,
  measureFree: () => Promise<{ bytes: number; part: number }> = () => measureFreeSpace(folder),
  writeImage: (path: string, bytes: Uint8Array) => Promise<void> = (path, bytes) =>
    writeFile(path, bytes, { mode: privateFileMode }),
): ImageStore {
  const pathOf = (name: string, size: ImageSize): string | undefined => {
    const file = fileOf(name, size);
    return file && join(folder, file);
  };

  /** Writes all files or none: a crash leaves only temporary files, and a failed write removes those. */
  async function write(files: readonly { path: string; bytes: Uint8Array }[]): Promise<void> {
    const temporaryPaths = files.map(({ path }) => `${path}.${randomUUID()}.tmp`);
    try {
      for (const [index, { bytes }] of files.entries()) await writeImage(temporaryPaths[index] as string, bytes);
      for (const [index, { path }] of files.entries()) await rename(temporaryPaths[index] as string, path);
    } catch (error) {
      await Promise.all(temporaryPaths.map((path) => rm(path, { force: true })));
      throw error;
    }
  }

  const listFolders = async (pattern: RegExp) =>
    (await readdir(folder).catch(() => [])).filter((name) => pattern.test(name)).sort();
  const listDays = () => listFolders(/^\d{8}$/);

  const protection = createProtectionFile(folder);

  /** The files of a day that may be deleted; undefined means all of them. */
  async function listDeletable(day: string): Promise<string[] | undefined> {
    const kept = await protection.load();
    const isAnyKept = isDayProtected(kept, day) || kept.names.some((name) => name.startsWith(day));
    return isAnyKept ? filesToDelete(kept, day, await readdir(join(folder, day))) : undefined;
  }

  async function deleteDay(day: string): Promise<boolean> {
    const files = await listDeletable(day);
    if (files?.length === 0) return false;
    if (files === undefined) await rm(join(folder, day), { recursive: true, force: true });
    else for (const file of files) await rm(join(folder, day, file), { force: true });
    // An empty folder marks a day that is still to be reported: the database may be down because of the same full disk.
    await mkdir(join(folder, `${day}${deletedSuffix}`), privateFolder);
    return true;
  }

  async function space(): Promise<{ freeBytes: number; isFull: boolean }> {
    const { bytes, part } = await measureFree();
    return { freeBytes: bytes, isFull: bytes < minFreeBytes || part < minFreeRatio };
  }

  const isFull = async () => (await space()).isFull;

  return {
    save: async (day, whole, small) => {
      const name = toName(day, whole);
      await mkdir(join(folder, toDay(day)), privateFolder);
      await write([
        { path: pathOf(name, "small") as string, bytes: small },
        { path: pathOf(name, "whole") as string, bytes: whole },
      ]);
      return name;
    },
    read: async (name, size) => {
      const path = pathOf(name, size);
      if (path === undefined) return undefined;
      const found = await stat(path).catch(() => undefined);
      return found?.isFile() ? createReadStream(path) : undefined;
    },
    isFull,
    space,
    deleteOldestWhileFull: async () => {
      let deleted = 0;
      const { since } = await protection.load();
      for (const day of await listDays()) {
        if ((since !== null && day >= since) || !(await isFull())) break;
        if (await deleteDay(day)) deleted += 1;
      }
      return deleted;
    },
    deleteBefore: async (time) => {
      for (const day of await listDays()) if (day < toDay(time)) await deleteDay(day);
    },
    deleteImages: async (names) => {
      const paths = names.map((name) =>
        [pathOf(name, "whole"), pathOf(name, "small")].filter((path) => path !== undefined),
      );
      for (const path of paths.flat()) await rm(path, { force: true });
      return paths.filter((found) => found.length > 0).length;
    },
    protect: protection.save,
    countByDay: async () => {
      const days = await listDays();
      const counts = await Promise.all(
        days.map(async (day) => {
          const files = (await listDeletable(day)) ?? (await readdir(join(folder, day)).catch(() => []));
          return { day: toDate(day), images: files.filter((file) => wholeFile.test(file)).length };
        }),
      );
      return counts.filter(({ images }) => images > 0);
    },
    reportDeletedDays: async (report) => {
      for (const mark of await listFolders(/^\d{8}\.gone$/)) {
        await report(new Date(toDate(mark).getTime() + dayMs));
        await rm(join(folder, mark), { recursive: true, force: true });
      }
    },
  };
}

async function measureFreeSpace(folder: string): Promise<{ bytes: number; part: number }> {
  await mkdir(folder, privateFolder);
  const { bavail, blocks, bsize } = await statfs(folder);
  return { bytes: bavail * bsize, part: blocks === 0 ? 1 : bavail / blocks };
}
