import { type FileHandle, open, readFile } from "node:fs/promises";
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

/** A segment of an earlier process. */
export interface OpenedSegment {
  readonly segment: Segment;
  readonly places: RecordPlace[];
  /** Records with a wrong checksum. */
  readonly damaged: readonly Buffer[];
  /** Bytes of an incomplete record at the end, which was never acknowledged. */
  readonly incompleteBytes: number;
}

/** Opens a segment of an earlier process for reading. */
export async function openSegment(path: string): Promise<OpenedSegment> {
  const bytes = await readFile(path);
  const { places, damaged, end } = findRecords(bytes);
  const segment = toSegment(path, await open(path, "r"), bytes.length);
  return { segment, places, damaged, incompleteBytes: bytes.length - end };
}

function findRecords(bytes: Buffer): { places: RecordPlace[]; damaged: Buffer[]; end: number } {
  const places: RecordPlace[] = [];
  const damaged: Buffer[] = [];
  if (!bytes.subarray(0, magic.length).equals(magic)) return { places, damaged, end: 0 };
  let end = magic.length;
  while (end + frameBytes <= bytes.length) {
    const length = bytes.readUInt32LE(end);
    const offset = end + frameBytes;
    if (offset + length > bytes.length) break;
    const record = bytes.subarray(offset, offset + length);
    if (crc32(record) === bytes.readUInt32LE(end + 4)) places.push({ offset, length });
    else damaged.push(Buffer.from(record));
    end = offset + length;
  }
  return { places, damaged, end };
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
