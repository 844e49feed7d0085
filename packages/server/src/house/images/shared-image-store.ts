import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { addTo } from "@gatehouse/contract/collections";
import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import { httpError } from "../../platform/http/http-error.ts";
import type { Log } from "../../platform/log.ts";
import { privateFileMode, privateFolderMode } from "../../platform/private-files.ts";
import { type S3Client, S3Error } from "../../platform/s3/s3-client.ts";
import type { ImageStore } from "../image-store.ts";
import { fileOf, type ImageSize, toDate, toDay, toName, wholeFile } from "./image-names.ts";
import { filesToDelete, type ImageProtection } from "./image-protection.ts";

/** An image in the local folder that is not in the shared store yet. */
interface WaitingImage {
  readonly name: string;
  readonly savedAt: Date;
}

/** Lists the images that wait in the local folder, oldest day first. */
async function* listWaiting(folder: string): AsyncGenerator<WaitingImage[]> {
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

/** Remembers on disk which images are still to be deleted from the shared store. */
function createOpenDeletions(folder: string) {
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

/** Images that all processes share. While their store is not reachable, they wait in the local folder. */
export interface SharedImageStore extends ImageStore {
  /** Moves waiting images to the shared store and makes open deletions; rejects if the store is not reachable. */
  catchUp(listWanted: (names: readonly string[]) => Promise<ReadonlySet<string>>, now: Date): Promise<void>;
}

interface SharedParts {
  readonly client: S3Client;
  /** Where images wait; also what was stored before the shared store was set. */
  readonly local: ImageStore;
  readonly folder: string;
  readonly log: Pick<Log, "warn">;
  /** Deletions and lists at the same time. */
  readonly parallelRequests?: number;
}

const sizes: readonly ImageSize[] = ["small", "whole"];
const batchSize = 500;
const retryAfterSeconds = 5;
/** An image whose event doesn't name it after this time was erased while it waited. */
const unwantedAfterMs = 3_600_000;
const goneMark = /^(\d{8})\.gone$/;

/** Stores images under the same paths as in a folder, so that any tool can copy them there and back. */
export function createSharedImageStore({
  client,
  local,
  folder,
  log,
  parallelRequests = 8,
}: SharedParts): SharedImageStore {
  const deletions = createOpenDeletions(folder);
  let isReachable = true;
  let protection: ImageProtection | undefined;

  /** Logs when the store stops working, and when it works again. */
  async function watched<T>(work: Promise<T>): Promise<T> {
    try {
      const result = await work;
      if (!isReachable) log.warn("the shared picture store works again");
      isReachable = true;
      return result;
    } catch (error) {
      if (isReachable && error instanceof S3Error)
        log.warn({ reason: error.message }, "the shared picture store does not work: pictures wait in the data folder");
      if (error instanceof S3Error) isReachable = false;
      throw error;
    }
  }

  const put = (name: string, size: ImageSize, bytes: Uint8Array) =>
    watched(client.put(fileOf(name, size) as string, bytes, "image/jpeg"));

  async function deleteFiles(keys: readonly string[]): Promise<void> {
    for (let at = 0; at < keys.length; at += parallelRequests)
      await Promise.all(keys.slice(at, at + parallelRequests).map((key) => watched(client.delete(key))));
  }

  const deleteImages = (names: readonly string[]) =>
    deleteFiles(names.flatMap((name) => sizes.map((size) => fileOf(name, size))).filter((file) => file !== undefined));

  async function list(prefix: string): Promise<{ keys: string[]; folders: string[] }> {
    const found: { keys: string[]; folders: string[] } = { keys: [], folders: [] };
    const pages = client.list(prefix);
    for (let page = await watched(pages.next()); !page.done; page = await watched(pages.next())) {
      found.keys.push(...page.value.keys);
      found.folders.push(...page.value.folders);
    }
    return found;
  }

  const listDays = async () =>
    (await list("")).folders.flatMap((path) => (/^\d{8}\/$/.test(path) ? path.slice(0, 8) : [])).sort();

  /** The files of a day that may be deleted; none before it is known which are protected. */
  async function listDeletable(day: string): Promise<string[]> {
    if (!protection) return [];
    const { keys } = await list(`${day}/`);
    const files = keys.map((key) => key.slice(day.length + 1));
    return filesToDelete(protection, day, files);
  }

  async function deleteDay(day: string): Promise<void> {
    const files = await listDeletable(day);
    if (files.length === 0) return;
    // First, so that a crash can't leave a day without its mark.
    await watched(client.put(`${day}.gone`, new Uint8Array(), "text/plain"));
    await deleteFiles(files.map((file) => `${day}/${file}`));
  }

  async function upload(name: string): Promise<void> {
    for (const size of sizes) {
      const image = await local.read(name, size);
      if (image) await put(name, size, await buffer(image));
    }
    await local.deleteImages([name]);
  }

  return {
    ...local,
    save: async (day, whole, small) => {
      const name = toName(day, whole);
      try {
        await Promise.all([put(name, "small", small), put(name, "whole", whole)]);
        return name;
      } catch (error) {
        if (await local.isFull()) throw error;
        return local.save(day, whole, small);
      }
    },
    read: async (name, size) => {
      const file = fileOf(name, size);
      if (file === undefined) return undefined;
      const waiting = await local.read(name, size);
      return waiting ?? watched(client.get(file)).catch(rejectUnreachable);
    },
    isFull: async () => !isReachable && local.isFull(),
    space: async () => {
      const { freeBytes, isFull } = await local.space();
      return { freeBytes, isFull: isFull && !isReachable };
    },
    // A full disk is no reason to delete what is elsewhere.
    deleteOldestWhileFull: async () => 0,
    deleteBefore: async (time) => {
      await local.deleteBefore(time);
      for (const day of await listDays()) if (day < toDay(time)) await deleteDay(day);
    },
    deleteImages: async (names) => {
      const deleted = await local.deleteImages(names);
      const valid = names.filter((name) => fileOf(name, "whole") !== undefined);
      await deletions.add(valid);
      await makeDeletions(valid).catch((error) => log.warn({ reason: error.message }, "will delete pictures later"));
      return deleted;
    },
    protect: async (next) => {
      await local.protect(next);
      protection = next;
    },
    countByDay: async () => {
      const counts = new Map((await local.countByDay()).map(({ day, images }) => [toDay(day), images]));
      const days = await listDays().catch(rejectUnreachable);
      for (let at = 0; at < days.length; at += parallelRequests) {
        const some = days.slice(at, at + parallelRequests);
        const counted = some.map(async (day) => {
          const files = await listDeletable(day).catch(rejectUnreachable);
          return { day, images: files.filter((file) => wholeFile.test(file)).length };
        });
        for (const { day, images } of await Promise.all(counted)) addTo(counts, day, images);
      }
      const sorted = [...counts].filter(([, images]) => images > 0).sort(([a], [b]) => (a < b ? -1 : 1));
      return sorted.map(([day, images]) => ({ day: toDate(day), images }));
    },
    reportDeletedDays: async (report) => {
      await local.reportDeletedDays(report);
      for (const key of (await list("")).keys) {
        const day = goneMark.exec(key)?.[1];
        if (day === undefined) continue;
        await report(new Date(toDate(day).getTime() + dayMs));
        await watched(client.delete(key));
      }
    },
    catchUp: async (listWanted, now) => {
      if (!isReachable) await watched(client.list("").next());
      await makeDeletions(await deletions.list());
      for await (const waiting of listWaiting(folder)) {
        for (let at = 0; at < waiting.length; at += batchSize) {
          const batch = waiting.slice(at, at + batchSize);
          const wanted = await listWanted(batch.map(({ name }) => name));
          for (const { name, savedAt } of batch) {
            if (wanted.has(name)) await upload(name);
            else if (now.getTime() - savedAt.getTime() > unwantedAfterMs) await local.deleteImages([name]);
          }
        }
      }
    },
  };

  async function makeDeletions(names: readonly string[]): Promise<void> {
    for (let at = 0; at < names.length; at += parallelRequests) {
      const some = names.slice(at, at + parallelRequests);
      await deleteImages(some);
      await Promise.all(some.map(deletions.remove));
    }
  }
}

function rejectUnreachable(error: unknown): never {
  throw error instanceof S3Error ? httpError("image/unavailable", { retryAfterSeconds }) : error;
}
