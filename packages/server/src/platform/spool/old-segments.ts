import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";

const magic = Buffer.from("GHSPOOL1");
const frameBytes = 8;

/** A file of records, each with its length and CRC-32, as earlier versions have written them. */
export interface OldSegment {
  readonly path: string;
  readonly records: readonly Buffer[];
  /** Records with a wrong checksum. */
  readonly damaged: readonly Buffer[];
}

/** Reads the files of an earlier version, oldest first. An incomplete last record was never acknowledged. */
export const readOldSegments = (folder: string): OldSegment[] =>
  readdirSync(folder)
    .filter((name) => /^\d{12}\.spool$/.test(name))
    .sort()
    .map((name) => ({ path: join(folder, name), ...findRecords(readFileSync(join(folder, name))) }));

function findRecords(bytes: Buffer): Pick<OldSegment, "records" | "damaged"> {
  const records: Buffer[] = [];
  const damaged: Buffer[] = [];
  if (!bytes.subarray(0, magic.length).equals(magic)) return { records, damaged };
  for (let at = magic.length; at + frameBytes <= bytes.length; ) {
    const end = at + frameBytes + bytes.readUInt32LE(at);
    if (end > bytes.length) break;
    const record = bytes.subarray(at + frameBytes, end);
    (crc32(record) === bytes.readUInt32LE(at + 4) ? records : damaged).push(record);
    at = end;
  }
  return { records, damaged };
}
