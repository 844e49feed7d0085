import { createReadStream, type ReadStream } from "node:fs";
import { mkdir, readdir, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { privateFolderMode } from "../../../platform/private-files.ts";

/** The files of reports, each named by the id of its report. */
export interface ReportFiles {
  /** Where the file of a report is, or will be. */
  pathOf(id: number): string;
  /** Where it is while it is written. */
  temporaryPathOf(id: number): string;
  prepare(): Promise<void>;
  /** Opens a file; undefined if it is deleted. */
  open(id: number): Promise<ReadStream | undefined>;
  delete(id: number): Promise<void>;
  /** Deletes the files of all other reports. */
  keepOnly(ids: ReadonlySet<number>): Promise<void>;
  /** Whether too little of the disk is free: the database and the pictures need the rest. */
  isFull(): Promise<boolean>;
}

const minFreeBytes = 1_073_741_824;

/** Stores reports in a folder on the local disk. Tests replace how its space is measured. */
export function createReportFiles(
  folder: string,
  measureFreeBytes: () => Promise<number> = () => measureSpace(folder),
): ReportFiles {
  const prepare = async () => void (await mkdir(folder, { recursive: true, mode: privateFolderMode }));
  const pathOf = (id: number) => join(folder, String(id));
  const temporaryPathOf = (id: number) => `${pathOf(id)}.tmp`;
  const deleteFile = async (id: number) => {
    await rm(temporaryPathOf(id), { force: true });
    await rm(pathOf(id), { force: true });
  };
  return {
    pathOf,
    temporaryPathOf,
    prepare,
    open: async (id) => {
      const found = await stat(pathOf(id)).catch(() => undefined);
      return found?.isFile() ? createReadStream(pathOf(id)) : undefined;
    },
    delete: deleteFile,
    keepOnly: async (ids) => {
      const names = await readdir(folder).catch(() => []);
      const found = new Set(names.flatMap((name) => /^(\d+)(\.tmp)?$/.exec(name)?.[1] ?? []).map(Number));
      for (const id of found) if (!ids.has(id)) await deleteFile(id);
    },
    isFull: async () => {
      await prepare();
      return (await measureFreeBytes()) < minFreeBytes;
    },
  };
}

async function measureSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
