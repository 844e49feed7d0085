import { type FileHandle, open, readFile, truncate } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { privateFileMode } from "../private-files.ts";

/** A file starts with these bytes; a later format gets other ones. */
const magic = Buffer.from("GHSPOOL1");
const frameBytes = 8;

const namePattern = /^(\d{12})\.spool$/;

/** The file name of a segment. */
export const toSegmentName = (number: number): string => `${String(number).padStart(12, "0")}.spool`;

/** The segments among the files of a folder, oldest first. */
export const listSegments = (names: readonly string[]): { name: string; number: number }[] =>
  names
    .filter((name) => namePattern.test(name))
    .sort()
    .map((name) => ({ name, number: Number(namePattern.exec(name)?.[1]) }));

/** Where a record is in its segment, without its frame. */
export interface RecordPlace {
  readonly offset: number;
  readonly length: number;
}

/** An append-only file of records, each with its length and CRC-32. */
export interface Segment {
  readonly path: string;
  readonly size: () => number;
  /** Appends records and flushes them to disk: all of them, or none. */
  append(records: readonly Uint8Array[]): Promise<RecordPlace[]>;
  read(place: RecordPlace): Promise<Buffer>;
  close(): Promise<void>;
}

/** Creates a new segment. */
export async function createSegment(path: string): Promise<Segment> {
  const file = await open(path, "wx+", privateFileMode);
  await writeFully(file, magic, 0);
  return toSegment(path, file, magic.length);
}

/** Opens a segment of an earlier process. Cuts off an incomplete record at its end, which was never acknowledged. */
export async function openSegment(path: string): Promise<{ segment: Segment; places: RecordPlace[]; lost: number }> {
  const bytes = await readFile(path);
  const { places, end } = findRecords(bytes);
  const lost = bytes.length - end;
  if (lost > 0) await truncate(path, end);
  return { segment: toSegment(path, await open(path, "r+"), end), places, lost };
}

function findRecords(bytes: Buffer): { places: RecordPlace[]; end: number } {
  const places: RecordPlace[] = [];
  if (!bytes.subarray(0, magic.length).equals(magic)) return { places, end: 0 };
  let end = magic.length;
  while (end + frameBytes <= bytes.length) {
    const length = bytes.readUInt32LE(end);
    const offset = end + frameBytes;
    if (offset + length > bytes.length) break;
    if (crc32(bytes.subarray(offset, offset + length)) !== bytes.readUInt32LE(end + 4)) break;
    places.push({ offset, length });
    end = offset + length;
  }
  return { places, end };
}

function toSegment(path: string, file: FileHandle, initialSize: number): Segment {
  let size = initialSize;
  return {
    path,
    size: () => size,
    append: async (records) => {
      const places: RecordPlace[] = [];
      const parts: Uint8Array[] = [];
      let end = size;
      for (const record of records) {
        const frame = Buffer.alloc(frameBytes);
        frame.writeUInt32LE(record.length, 0);
        frame.writeUInt32LE(crc32(record), 4);
        parts.push(frame, record);
        places.push({ offset: end + frameBytes, length: record.length });
        end += frameBytes + record.length;
      }
      try {
        await writeFully(file, Buffer.concat(parts), size);
        await file.datasync();
      } catch (error) {
        // A record that was not flushed is not acknowledged, so it must not be found later.
        await file.truncate(size).catch(() => {});
        throw error;
      }
      size = end;
      return places;
    },
    read: async ({ offset, length }) => {
      const buffer = Buffer.alloc(length);
      for (let read = 0; read < length; ) {
        const { bytesRead } = await file.read(buffer, read, length - read, offset + read);
        if (bytesRead === 0) throw new Error(`${path} ends within a record`);
        read += bytesRead;
      }
      return buffer;
    },
    close: () => file.close(),
  };
}

/** A nearly full disk accepts a part of the bytes. */
async function writeFully(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}
