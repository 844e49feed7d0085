import { Readable, type Transform } from "node:stream";
import { createGunzip, createGzip } from "node:zlib";
import { BackupError } from "./backup-error.ts";
import { createByteReader } from "./byte-reader.ts";

const entryKinds = ["manifest", "table", "picture", "report", "key", "summary"] as const;

/** What an entry of the archive contains. */
export type EntryKind = (typeof entryKinds)[number];

/** An entry to write. Its size needn't be known. */
export interface ArchiveEntry {
  readonly kind: EntryKind;
  readonly name: string;
  readonly isCompressed: boolean;
  readonly content: AsyncIterable<Uint8Array>;
}

/** An entry that is read. The content must be read before the next entry. */
export interface ReadEntry {
  readonly kind: EntryKind;
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
}

const maxLineBytes = 4_096;
const maxBlockBytes = 16_777_216;
const lengthBytes = 4;
// Higher levels take twice the time for a tenth of the size.
const compressionLevel = 3;
const endOfContent = Buffer.alloc(lengthBytes);

/** Writes entries one after the other: a line of JSON, then blocks with their lengths. */
export async function* writeArchive(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<Uint8Array> {
  for await (const { kind, name, isCompressed, content } of entries) {
    yield Buffer.from(`${JSON.stringify({ kind, name, isCompressed })}\n`);
    for await (const block of isCompressed ? through(content, createGzip({ level: compressionLevel })) : content) {
      if (block.length === 0) continue;
      const length = Buffer.alloc(lengthBytes);
      length.writeUInt32BE(block.length);
      yield length;
      yield block;
    }
    yield endOfContent;
  }
}

/** Passes bytes through a compressor; errors of the source reach the reader. */
function through(content: AsyncIterable<Uint8Array>, transform: Transform): AsyncIterable<Uint8Array> {
  return Readable.from(content, { objectMode: false }).compose(transform);
}

/** Reads the entries of an archive; skips what the caller doesn't read of an entry. */
export async function* readArchive(source: AsyncIterable<Uint8Array>): AsyncGenerator<ReadEntry> {
  const reader = createByteReader(source);
  for (let line = await reader.readLine(maxLineBytes); line !== undefined; line = await reader.readLine(maxLineBytes)) {
    const { kind, name, isCompressed } = parseEntry(line);
    let isRead = false;

    async function* blocks(): AsyncGenerator<Uint8Array> {
      while (!isRead) {
        const length = (await reader.read(lengthBytes)).readUInt32BE();
        if (length > maxBlockBytes) throw unreadable();
        isRead = length === 0;
        if (!isRead) yield await reader.read(length);
      }
    }

    // Reads nothing before the caller does.
    async function* content(): AsyncGenerator<Uint8Array> {
      yield* isCompressed ? through(blocks(), createGunzip()) : blocks();
    }

    yield { kind, name, content: content() };
    for await (const _ of blocks()) {
      // Skips to the next entry.
    }
  }
}

function parseEntry(line: string): Omit<ArchiveEntry, "content"> {
  try {
    const { kind, name, isCompressed } = JSON.parse(line);
    if (entryKinds.includes(kind) && typeof name === "string")
      return { kind, name, isCompressed: isCompressed === true };
  } catch {
    // Refused below.
  }
  throw unreadable();
}

const unreadable = () => new BackupError("The backup contains something that this version doesn't know.");
