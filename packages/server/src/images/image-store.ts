import { createHash, randomUUID } from "node:crypto";
import { createReadStream, type ReadStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { privateFileMode, privateFolderMode } from "../platform/private-files.ts";

/** The sizes a picture is kept in. */
export type ImageSize = "whole" | "small";

/** Pictures by the hash of what they show, a folder a day. */
export interface ImageStore {
  /** Keeps a picture and gives the name that it has from now on. */
  keep(day: Date, whole: Uint8Array, small: Uint8Array): Promise<string>;
  /** A picture as it was kept; nothing where it is gone. */
  read(name: string, size: ImageSize): Promise<ReadStream | undefined>;
  /** Whether so little of the disk is free that no picture is kept. */
  isFull(): Promise<boolean>;
  /** Free space, and whether so little is left that no picture is kept. */
  space(): Promise<{ freeBytes: number; isFull: boolean }>;
  /** Deletes the oldest days while the disk is nearly full; gives how many. */
  makeRoom(): Promise<number>;
  /** Deletes the days before that of a moment. */
  deleteBefore(moment: Date): Promise<void>;
  /** Tells of deleted days, until it was heard once: pictures from before this moment are gone. */
  tellGone(tell: (before: Date) => Promise<void>): Promise<void>;
}

const names = /^(\d{8})-([0-9a-f]{64})$/;
const leastBytes = 1_073_741_824;
const leastPart = 0.05;
const dayMs = 86_400_000;
const goneMark = ".gone";
const privateFolder = { recursive: true, mode: privateFolderMode } as const;

const dayOf = (time: Date) => time.toISOString().slice(0, 10).replaceAll("-", "");
const dateOf = (day: string) => new Date(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6, 8)}T00:00:00Z`);

/** A folder of its own on the local disk; how that is measured and written to may be handed in. */
export function createImageStore(
  folder: string,
  freeSpace: () => Promise<{ bytes: number; part: number }> = () => spaceAt(folder),
  writeOut: (path: string, bytes: Uint8Array) => Promise<void> = (path, bytes) =>
    writeFile(path, bytes, { mode: privateFileMode }),
): ImageStore {
  const pathOf = (name: string, size: ImageSize): string | undefined => {
    const [, day, hash] = names.exec(name) ?? [];
    return day && hash ? join(folder, day, `${hash}${size === "small" ? "-small" : ""}.jpg`) : undefined;
  };

  /** All of them or none: a crash leaves files of other names, and a full disk not even those. */
  async function write(files: readonly { path: string; bytes: Uint8Array }[]): Promise<void> {
    const drafts = files.map(({ path }) => `${path}.${randomUUID()}.tmp`);
    try {
      for (const [at, { bytes }] of files.entries()) await writeOut(drafts[at] as string, bytes);
      for (const [at, { path }] of files.entries()) await rename(drafts[at] as string, path);
    } catch (error) {
      await Promise.all(drafts.map((draft) => rm(draft, { force: true })));
      throw error;
    }
  }

  const named = async (pattern: RegExp) =>
    (await readdir(folder).catch(() => [])).filter((name) => pattern.test(name)).sort();
  const days = () => named(/^\d{8}$/);

  async function deleteDay(day: string): Promise<void> {
    await rm(join(folder, day), { recursive: true, force: true });
    // An empty folder is the mark of what is still to be told: the database may be down because of the same full disk.
    await mkdir(join(folder, `${day}${goneMark}`), privateFolder);
  }

  async function space(): Promise<{ freeBytes: number; isFull: boolean }> {
    const { bytes, part } = await freeSpace();
    return { freeBytes: bytes, isFull: bytes < leastBytes || part < leastPart };
  }

  const isFull = async () => (await space()).isFull;

  return {
    keep: async (day, whole, small) => {
      const name = `${dayOf(day)}-${createHash("sha256").update(whole).digest("hex")}`;
      await mkdir(join(folder, dayOf(day)), privateFolder);
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
    makeRoom: async () => {
      let deleted = 0;
      for (const day of await days()) {
        if (!(await isFull())) break;
        await deleteDay(day);
        deleted += 1;
      }
      return deleted;
    },
    deleteBefore: async (moment) => {
      for (const day of await days()) if (day < dayOf(moment)) await deleteDay(day);
    },
    tellGone: async (tell) => {
      for (const mark of await named(/^\d{8}\.gone$/)) {
        await tell(new Date(dateOf(mark).getTime() + dayMs));
        await rm(join(folder, mark), { recursive: true, force: true });
      }
    },
  };
}

async function spaceAt(folder: string): Promise<{ bytes: number; part: number }> {
  await mkdir(folder, privateFolder);
  const { bavail, blocks, bsize } = await statfs(folder);
  return { bytes: bavail * bsize, part: blocks === 0 ? 1 : bavail / blocks };
}
