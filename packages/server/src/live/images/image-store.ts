import { createHash, randomUUID } from "node:crypto";
import { createReadStream, type ReadStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The sizes a picture is kept in. */
export type ImageSize = "whole" | "small";

/** Pictures by the hash of what they show, a folder a day. */
export interface ImageStore {
  /** Keeps a picture and gives the name that it has from now on. */
  keep(day: Date, whole: Uint8Array, small: Uint8Array): Promise<string>;
  /** A picture as it was kept; nothing where it is gone. */
  read(name: string, size: ImageSize): Promise<ReadStream | undefined>;
  /** Deletes everything before a day, and the oldest days where the disk is nearly full; gives the first day that is kept. */
  prune(before: Date): Promise<Date>;
  isFull(): Promise<boolean>;
}

const names = /^(\d{8})-([0-9a-f]{64})$/;
const leastBytes = 1_073_741_824;
const leastPart = 0.05;

const dayOf = (time: Date) => time.toISOString().slice(0, 10).replaceAll("-", "");
const dateOf = (day: string) => new Date(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6, 8)}T00:00:00Z`);

/** A folder of its own on the local disk. */
export function openImageStore(
  folder: string,
  freeSpace: () => Promise<{ bytes: number; part: number }> = () => spaceAt(folder),
): ImageStore {
  const pathOf = (name: string, size: ImageSize): string | undefined => {
    const [, day, hash] = names.exec(name) ?? [];
    return day && hash ? join(folder, day, `${hash}${size === "small" ? "-small" : ""}.jpg`) : undefined;
  };

  async function write(path: string, bytes: Uint8Array): Promise<void> {
    // Whole or not at all: a crash leaves a file of another name.
    const draft = `${path}.${randomUUID()}.tmp`;
    await writeFile(draft, bytes);
    await rename(draft, path);
  }

  const days = async () => (await readdir(folder).catch(() => [])).filter((name) => /^\d{8}$/.test(name)).sort();

  async function isFull(): Promise<boolean> {
    const { bytes, part } = await freeSpace();
    return bytes < leastBytes || part < leastPart;
  }

  return {
    keep: async (day, whole, small) => {
      const name = `${dayOf(day)}-${createHash("sha256").update(whole).digest("hex")}`;
      await mkdir(join(folder, dayOf(day)), { recursive: true });
      await write(pathOf(name, "small") as string, small);
      await write(pathOf(name, "whole") as string, whole);
      return name;
    },
    read: async (name, size) => {
      const path = pathOf(name, size);
      if (path === undefined) return undefined;
      const found = await stat(path).catch(() => undefined);
      return found?.isFile() ? createReadStream(path) : undefined;
    },
    prune: async (before) => {
      let kept = await days();
      while (kept[0] !== undefined && kept[0] < dayOf(before)) {
        await rm(join(folder, kept[0]), { recursive: true, force: true });
        kept = kept.slice(1);
      }
      while (kept[0] !== undefined && (await isFull())) {
        await rm(join(folder, kept[0]), { recursive: true, force: true });
        kept = kept.slice(1);
      }
      return kept[0] === undefined ? before : dateOf(kept[0]);
    },
    isFull,
  };
}

async function spaceAt(folder: string): Promise<{ bytes: number; part: number }> {
  await mkdir(folder, { recursive: true });
  const { bavail, blocks, bsize } = await statfs(folder);
  return { bytes: bavail * bsize, part: blocks === 0 ? 1 : bavail / blocks };
}
