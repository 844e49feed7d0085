import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { addAbortSignal } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { type S3Client, S3Error } from "../../platform/s3/s3-client.ts";
import { errorReason } from "../../platform/startup-error.ts";
import { type ArchiveFile, toArchiveFile } from "./archive.ts";
import { BackupError } from "./backup-error.ts";

/** The store of pictures that several servers share. */
export type SharedPictures = Pick<S3Client, "get">;

const pictureFolder = "images/";
/** Requests at the same time: one by one, the time of each would add up. */
const parallelReads = 8;
const maxReadMs = 60_000;
/** The backup of a large site takes hours, so a short outage of the store must not end it. */
const maxAttempts = 5;
const retryMs = 6_000;

/** The files of pictures in the store, and of those that still wait in the data folder; none for a deleted one. */
export async function* dumpSharedPictures(
  dataDir: string,
  files: AsyncIterable<string>,
  store: SharedPictures,
  retryAfterMs: number = retryMs,
): AsyncGenerator<ArchiveFile> {
  const reads: Promise<ArchiveFile | undefined>[] = [];
  for await (const file of files) {
    const read = readPicture(dataDir, file, store, retryAfterMs);
    // Its error is thrown when it is its turn.
    read.catch(() => {});
    reads.push(read);
    if (reads.length < parallelReads) continue;
    const entry = await reads.shift();
    if (entry) yield entry;
  }
  for (const read of reads) {
    const entry = await read;
    if (entry) yield entry;
  }
}

async function readPicture(
  dataDir: string,
  path: string,
  store: SharedPictures,
  retryAfterMs: number,
): Promise<ArchiveFile | undefined> {
  // The folder first: a waiting picture is deleted there only after it is in the store.
  const bytes =
    (await readWaiting(join(dataDir, path))) ??
    (await readShared(path.slice(pictureFolder.length), store, retryAfterMs));
  return bytes && toArchiveFile(path, bytes);
}

async function readWaiting(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}

async function readShared(name: string, store: SharedPictures, retryAfterMs: number): Promise<Buffer | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const picture = await store.get(name);
      return picture && (await buffer(addAbortSignal(AbortSignal.timeout(maxReadMs), picture)));
    } catch (error) {
      const isRejected = error instanceof S3Error && error.status !== null && error.status < 500;
      if (isRejected || attempt === maxAttempts) throw toBackupError(error);
      await pause(retryAfterMs);
    }
  }
}

const toBackupError = (error: unknown) =>
  new BackupError(
    `A picture can't be read from the S3 store (${errorReason(error)}). To back up without its pictures, set BACKUP_S3_PICTURES to false.`,
  );
