import { existsSync, mkdirSync, renameSync } from "node:fs";
import { appendFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { type FolderLock, lockDataFolder } from "../data-folder.ts";
import {
  isDamage,
  type LocalDatabase,
  LocalDatabaseError,
  openLocalDatabase,
} from "../local-database/local-database.ts";
import type { Log } from "../log.ts";
import { privateFileMode, privateFolderMode } from "../private-files.ts";
import { StartupError } from "../startup-error.ts";
import { readOldSegments } from "./old-segments.ts";

/** Keeps records on disk, in order, until they are removed. */
export interface Spool {
  /** From 1: the number of its folder, which no other process uses. */
  readonly number: number;
  /** Resolves once the records are flushed to disk; rejects with a SpoolFullError if there is no room. */
  append(records: readonly Uint8Array[]): Promise<void>;
  /** The oldest records, after skipping some. */
  read(skip: number, max: number): Promise<Uint8Array[]>;
  /** Removes the oldest records. */
  remove(count: number): Promise<void>;
  /** Keeps a record that can't be processed, in a file of its own. */
  setAside(record: Uint8Array): Promise<void>;
  /** The number of records, including those that are being written. */
  size(): number;
  /** The bytes of all stored records. */
  bytes(): number;
  maxBytes: number;
  close(): Promise<void>;
}

/** The spool reached its limit, or can't be written, as on a full disk. */
export class SpoolFullError extends Error {
  override readonly name = "SpoolFullError";
}

interface Waiting {
  readonly records: readonly Uint8Array[];
  resolve(): void;
  reject(error: unknown): void;
}

interface StoredRecord {
  readonly id: number;
  readonly checksum: number;
  readonly record: Uint8Array;
}

const maxProcesses = 32;
const rejectedName = "rejected.bin";
const batchRecords = 200;
/** Exclusive: without a shared-memory file, for which a full disk has no room. */
const schema = `pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = full;
  create table if not exists spool (id integer primary key, checksum integer not null, record blob not null)`;

/**
 * Opens a spool of the data folder, which several processes may share: in the folder `spool`, `spool-2` and so on. Takes over
 * the records of processes that do not run.
 */
export async function openSpool(dataDir: string, log: Log, maxBytes: number): Promise<Spool> {
  let own: OpenedSpool | undefined;
  for (let number = 1; number <= maxProcesses; number += 1) {
    const folder = join(dataDir, number === 1 ? "spool" : `spool-${number}`);
    if (own && !existsSync(folder)) continue;
    mkdirSync(folder, { recursive: true, mode: privateFolderMode });
    const lock = await lockDataFolder(folder).catch(() => undefined);
    if (!lock) continue;
    const opened = await openFolder(folder, lock, { number, log, maxBytes });
    if (own) await takeOver(own, opened);
    else own = opened;
  }
  if (!own) throw new StartupError(`DATA_DIR: no spool folder in ${dataDir} can be locked.`);
  return own;
}

interface OpenedSpool extends Spool {
  /** Stores records, also beyond the limit. */
  insert(records: readonly Uint8Array[]): Promise<void>;
}

async function takeOver(own: OpenedSpool, left: OpenedSpool): Promise<void> {
  while (left.size() > 0) {
    const records = await left.read(0, batchRecords);
    await own.insert(records);
    await left.remove(records.length);
  }
  await left.close();
}

async function openFolder(
  folder: string,
  lock: FolderLock,
  { number, log, maxBytes }: { number: number; log: Log; maxBytes: number },
): Promise<OpenedSpool> {
  const path = join(folder, "spool.db");
  const local = openLocalDatabase(path, schema);
  const stored: { id: number; bytes: number }[] = [];
  let lastId = 0;
  let storedBytes = 0;
  let waiting: Waiting[] = [];
  let writing: Promise<void> | undefined;
  let beingWritten = 0;
  const size = () => stored.length + beingWritten + waiting.reduce((sum, { records }) => sum + records.length, 0);

  function add(id: number, { length }: Uint8Array): void {
    stored.push({ id, bytes: length });
    lastId = id;
    storedBytes += length;
  }

  async function insert(records: readonly Uint8Array[]): Promise<void> {
    const firstId = lastId + 1;
    const each = records.map((record, index) => [firstId + index, crc32(record), record]);
    // The thread may have ended after it stored them.
    await local.run([{ sql: "insert or replace into spool values (?, ?, ?)", each }]);
    for (const [index, record] of records.entries()) add(firstId + index, record);
  }

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const group = takeFitting();
      const records = group.flatMap((one) => one.records);
      if (records.length === 0) continue;
      beingWritten = records.length;
      try {
        await insert(records);
        beingWritten = 0;
        for (const { resolve } of group) resolve();
      } catch (error) {
        beingWritten = 0;
        const reason = error instanceof LocalDatabaseError ? new SpoolFullError(error.message) : error;
        for (const { reject } of group) reject(reason);
      }
    }
    writing = undefined;
  }

  /** Rejects what would exceed the limit. */
  function takeFitting(): Waiting[] {
    let free = maxBytes - storedBytes;
    const { fitting = [], others = [] } = Object.groupBy(waiting, ({ records }) => {
      free -= records.reduce((sum, { length }) => sum + length, 0);
      return free >= 0 ? "fitting" : "others";
    });
    waiting = [];
    for (const { reject } of others) reject(new SpoolFullError(`the spool has reached its limit of ${maxBytes} bytes`));
    return fitting;
  }

  const setAside = (record: Uint8Array) => appendFile(join(folder, rejectedName), record, { mode: privateFileMode });

  async function rejectDamaged(record: Uint8Array): Promise<void> {
    log.error({ folder, bytes: record.length }, `a spooled record is damaged and was moved to ${rejectedName}`);
    await setAside(record);
  }

  /** Continues with the records that an earlier process left. */
  async function recover(): Promise<void> {
    if (existsSync(path)) await recoverFile();
    for (const { path: oldPath, records, damaged } of readOldSegments(folder)) {
      for (const record of damaged) await rejectDamaged(record);
      await insert(records);
      await rm(oldPath);
    }
  }

  async function recoverFile(): Promise<void> {
    try {
      await forEachBatch(local, async (rows) => {
        for (const row of rows) {
          if (isIntact(row)) add(row.id, row.record);
          else {
            await rejectDamaged(row.record);
            await local.run([{ sql: "delete from spool where id = ?", each: [[row.id]] }]);
          }
        }
      });
    } catch (error) {
      if (!isDamage(error)) throw error;
      const damagedPath = `${path}.damaged-${Date.now()}`;
      log.error(
        { error, damagedPath },
        "the spool is damaged: its readable events are stored, and the file is renamed",
      );
      await local.close();
      for (const end of ["", "-wal"]) if (existsSync(path + end)) renameSync(path + end, damagedPath + end);
      stored.length = 0;
      storedBytes = 0;
      const damaged = openLocalDatabase(damagedPath, schema);
      await forEachBatch(damaged, (rows) => insert(rows.filter(isIntact).map(({ record }) => record))).catch(() => {});
      await damaged.close();
    }
  }

  await recover();
  return {
    number,
    maxBytes,
    insert,
    append: (records) =>
      new Promise((resolve, reject) => {
        if (records.length === 0) return resolve();
        waiting.push({ records, resolve, reject });
        // Not at once: it may end before its promise is assigned.
        writing ??= Promise.resolve().then(write);
      }),
    read: async (skip, max) => {
      const { length, 0: first } = stored.slice(skip, skip + max);
      return first ? (await select(local, first.id, length)).map(({ record }) => record) : [];
    },
    remove: async (count) => {
      const removed = stored.splice(0, count);
      storedBytes -= removed.reduce((sum, { bytes }) => sum + bytes, 0);
      const sql = "delete from spool where id <= ?";
      const work = size() === 0 ? local.clear() : local.run([{ sql, each: [[removed.at(-1)?.id ?? 0]] }]);
      // On a full disk they stay, and are recognized when they are stored again.
      await work.catch((error: unknown) => log.warn({ error }, "could not remove stored events from the spool"));
    },
    setAside,
    size,
    bytes: () => storedBytes,
    close: async () => {
      await writing;
      await local.close();
      await lock.release();
    },
  };
}

const isIntact = ({ checksum, record }: StoredRecord) => crc32(record) === checksum;

async function select(local: LocalDatabase, fromId: number, max: number): Promise<StoredRecord[]> {
  const sql = "select * from spool where id >= ? order by id limit ?";
  const [rows = []] = await local.run([{ sql, each: [[fromId, max]] }]);
  return rows as unknown as StoredRecord[];
}

async function forEachBatch(local: LocalDatabase, work: (rows: StoredRecord[]) => Promise<void>): Promise<void> {
  let rows = await select(local, 0, batchRecords);
  for (let last = rows.at(-1); last; last = rows.at(-1)) {
    await work(rows);
    rows = await select(local, last.id + 1, batchRecords);
  }
}
