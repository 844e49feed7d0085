import { mkdirSync } from "node:fs";
import { appendFile, open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "../log.ts";
import { privateFileMode, privateFolderMode } from "../private-files.ts";
import { createSegment, listSegments, openSegment, type RecordPlace, type Segment, toSegmentName } from "./segment.ts";

/** HA-2: keeps records on disk, in order, until they are removed. */
export interface Spool {
  /** Resolves once the records are flushed to disk; rejects with a SpoolFullError if there is no room. */
  append(records: readonly Uint8Array[]): Promise<void>;
  /** The oldest records, after skipping some. */
  read(skip: number, max: number): Promise<Buffer[]>;
  /** Removes the oldest records. */
  remove(count: number): Promise<void>;
  /** Keeps a record that can't be processed, in a file of its own. */
  setAside(record: Uint8Array): Promise<void>;
  /** The number of records, including those that are being written. */
  size(): number;
  /** Bytes on disk. */
  bytes(): number;
  maxBytes: number;
  close(): Promise<void>;
}

/** The spool reached its limit, or the disk is full. */
export class SpoolFullError extends Error {
  override readonly name = "SpoolFullError";
}

interface Options {
  readonly maxBytes: number;
  /** A segment is deleted once all of its records are removed. */
  readonly segmentBytes?: number;
}

interface Waiting {
  readonly records: readonly Uint8Array[];
  resolve(): void;
  reject(error: unknown): void;
}

type Stored = RecordPlace & { readonly segment: Segment };

const rejectedName = "rejected.bin";
const fullCodes = new Set(["ENOSPC", "EDQUOT", "EFBIG", "EROFS", "EIO"]);

/** Opens the spool of a folder with the records that an earlier process left. */
export async function openSpool(folder: string, log: Log, options: Options): Promise<Spool> {
  const { maxBytes, segmentBytes = 8 * 1_048_576 } = options;
  mkdirSync(folder, { recursive: true, mode: privateFolderMode });
  const files = listSegments(await readdir(folder));
  const setAside = (record: Uint8Array) => appendFile(join(folder, rejectedName), record, { mode: privateFileMode });
  const segments: Segment[] = [];
  let stored: Stored[] = [];
  /** Removed records at the beginning of `stored`. */
  let removed = 0;
  for (const { name } of files) {
    const { segment, places, damaged, incompleteBytes } = await openSegment(join(folder, name));
    if (incompleteBytes > 0) {
      log.warn({ file: name, bytes: incompleteBytes }, "the spool ended with an incomplete record, which was dropped");
    }
    for (const record of damaged) {
      log.error({ file: name, bytes: record.length }, `a spooled record is damaged and was moved to ${rejectedName}`);
      await setAside(record);
    }
    segments.push(segment);
    stored.push(...places.map((place) => ({ ...place, segment })));
  }
  let lastNumber = files.at(-1)?.number ?? 0;
  /** Earlier segments are only read, so that a damaged end of one is never written to. */
  let current: Segment | undefined;
  let waiting: Waiting[] = [];
  let writing: Promise<void> | undefined;
  let beingWritten = 0;

  const bytes = () => segments.reduce((sum, segment) => sum + segment.size(), 0);

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const group = takeFitting();
      if (group.length === 0) continue;
      const records = group.flatMap((one) => one.records);
      beingWritten = records.length;
      try {
        const segment = await findSegment();
        const places = await segment.append(records);
        stored.push(...places.map((place) => ({ ...place, segment })));
        beingWritten = 0;
        for (const { resolve } of group) resolve();
      } catch (error) {
        beingWritten = 0;
        const isFull = fullCodes.has((error as NodeJS.ErrnoException).code ?? "");
        const reason = isFull ? new SpoolFullError((error as Error).message) : error;
        for (const { reject } of group) reject(reason);
      }
    }
    writing = undefined;
  }

  /** Rejects what would exceed the limit. */
  function takeFitting(): Waiting[] {
    let free = maxBytes - bytes();
    const { fitting = [], others = [] } = Object.groupBy(waiting, ({ records }) => {
      free -= records.reduce((sum, record) => sum + record.length + 8, 0);
      return free >= 0 ? "fitting" : "others";
    });
    waiting = [];
    for (const { reject } of others) reject(new SpoolFullError(`the spool has reached its limit of ${maxBytes} bytes`));
    return fitting;
  }

  async function findSegment(): Promise<Segment> {
    if (current && current.size() < segmentBytes) return current;
    lastNumber += 1;
    const path = join(folder, toSegmentName(lastNumber));
    const created = await createSegment(path).catch(async (error: unknown) => {
      await rm(path, { force: true });
      throw error;
    });
    await syncFolder(folder);
    segments.push(created);
    current = created;
    return created;
  }

  /** Deletes the segments without records. */
  async function deleteEmpty(): Promise<void> {
    const used = new Set(stored.slice(removed).map(({ segment }) => segment));
    if (writing && current) used.add(current);
    for (const segment of segments.filter((one) => !used.has(one))) {
      segments.splice(segments.indexOf(segment), 1);
      if (current === segment) current = undefined;
      await segment.close();
      await rm(segment.path, { force: true });
    }
  }

  return {
    maxBytes,
    append: (records) =>
      new Promise((resolve, reject) => {
        if (records.length === 0) return resolve();
        waiting.push({ records, resolve, reject });
        // Not at once: it may end before its promise is assigned.
        writing ??= Promise.resolve().then(write);
      }),
    read: (skip, max) =>
      Promise.all(
        stored.slice(removed + skip, removed + skip + max).map(({ segment, ...place }) => segment.read(place)),
      ),
    remove: async (count) => {
      const last = stored[removed + count - 1]?.segment;
      removed += count;
      const next = stored[removed]?.segment;
      if (next === last) return;
      if (removed >= stored.length || removed > 10_000) {
        stored = stored.slice(removed);
        removed = 0;
      }
      await deleteEmpty();
    },
    setAside,
    size: () => stored.length - removed + beingWritten + waiting.reduce((sum, { records }) => sum + records.length, 0),
    bytes,
    close: async () => {
      await writing;
      await Promise.all(segments.map((segment) => segment.close()));
    },
  };
}

/** Makes a new file durable. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
