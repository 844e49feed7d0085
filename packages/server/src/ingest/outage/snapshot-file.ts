import { existsSync, mkdirSync } from "node:fs";
import { open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { crc32 } from "node:zlib";
import type { RecordedQueries } from "../../platform/database/recorded-queries.ts";
import { privateFileMode, privateFolderMode } from "../../platform/private-files.ts";
import { StartupError } from "../../platform/startup-error.ts";
import { chunkBytes, createIdentifierTable } from "./identifier-table.ts";
import type { SavedSnapshot } from "./snapshot.ts";
import type { SnapshotTables } from "./snapshot-tables.ts";

/** HA-1: everything that a process needs to decide without a database. */
export interface SavedState extends SavedSnapshot {
  /** The queries that load the site. */
  readonly site: RecordedQueries;
}

interface Header {
  readonly tables: SnapshotTables;
  readonly site: RecordedQueries;
  readonly words: readonly string[];
  readonly rows: number;
  readonly chunkBytes: number;
  readonly chunkLengths: readonly number[];
  readonly end: number;
}

const contentName = "content.bin";
const timeName = "current-at";
const trailerBytes = 4;
const unfinishedName = /\.\d+$/;
/** Saving takes seconds. */
const maxUnfinishedMs = 3_600_000;

/** Whether an earlier process has saved a snapshot. */
export const hasSavedSnapshot = (folder: string): boolean =>
  existsSync(join(folder, contentName)) && existsSync(join(folder, timeName));

/** What is saved besides the time. */
export type SnapshotContent = Omit<SavedState, "at">;

/** Saves a snapshot; replaces the one before only when it is complete. */
export function saveSnapshot(folder: string, { tables, site, identifiers }: SnapshotContent): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: privateFolderMode });
  return identifiers.useParts(async ({ words, refs, chunks, end }) => {
    const chunkLengths = chunks.map(({ length }) => length);
    const header = serialize({
      tables,
      site,
      words,
      rows: refs.length,
      chunkBytes,
      chunkLengths,
      end,
    } satisfies Header);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(header.length);
    const parts = [length, header, Buffer.from(refs.buffer, refs.byteOffset, refs.byteLength), ...chunks];
    await writeParts(folder, parts);
  });
}

async function writeParts(folder: string, parts: readonly Buffer[]): Promise<void> {
  await deleteUnfinished(folder);
  const unfinished = join(folder, `${contentName}.${process.pid}`);
  const file = await open(unfinished, "w", privateFileMode);
  try {
    let checksum = 0;
    for (const part of parts) {
      checksum = crc32(part, checksum);
      await file.writeFile(part);
    }
    const trailer = Buffer.alloc(trailerBytes);
    trailer.writeUInt32LE(checksum);
    await file.writeFile(trailer);
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(unfinished, join(folder, contentName));
}

/** Deletes files that a process left because it was killed while it saved them. */
async function deleteUnfinished(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((one) => unfinishedName.test(one))) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > maxUnfinishedMs) await rm(path, { force: true });
  }
}

/** Saves until when the saved snapshot was current. */
export async function saveSnapshotTime(folder: string, at: Date): Promise<void> {
  const unfinished = join(folder, `${timeName}.${process.pid}`);
  await writeFile(unfinished, at.toISOString(), { mode: privateFileMode });
  await rename(unfinished, join(folder, timeName));
}

/** Loads a saved snapshot; fails if it is damaged. */
export async function loadSavedSnapshot(folder: string): Promise<SavedState> {
  const at = new Date((await readFile(join(folder, timeName), "utf8")).trim());
  const bytes = await readFile(join(folder, contentName));
  const end = bytes.length - trailerBytes;
  if (end < 4 || crc32(bytes.subarray(0, end)) !== bytes.readUInt32LE(end)) {
    throw new StartupError(`The database is not available, and the snapshot in ${folder} is damaged.`);
  }
  let offset = 4;
  const take = (length: number) => {
    const part = bytes.subarray(offset, offset + length);
    offset += length;
    return part;
  };
  const header = deserialize(take(bytes.readUInt32LE(0))) as Header;
  if (header.chunkBytes !== chunkBytes) {
    throw new StartupError(
      `The database is not available, and the snapshot in ${folder} was saved by another version of Gatehouse.`,
    );
  }
  const refs = new Uint32Array(header.rows);
  take(header.rows * 4).copy(Buffer.from(refs.buffer));
  const chunks = header.chunkLengths.map(take);
  const { words, tables, site } = header;
  const identifiers = createIdentifierTable(undefined, { words, refs, chunks, end: header.end });
  return { at, tables, site, identifiers };
}
