import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serialize } from "node:v8";
import { crc32 } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { loadSavedSnapshot } from "../../../src/ingest/outage/snapshot-file.ts";

/** A folder with a saved snapshot of these bytes. */
function folderWith(content: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-snapshot-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "current-at"), new Date().toISOString());
  writeFileSync(join(folder, "content.bin"), content);
  return folder;
}

function toUint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function withChecksum(header: object): Buffer {
  const serialized = serialize(header);
  const content = Buffer.concat([toUint32(serialized.length), serialized]);
  return Buffer.concat([content, toUint32(crc32(content))]);
}

describe("a saved snapshot that can't be used", () => {
  it("HA-1 of another version is refused with a message", async () => {
    const folder = folderWith(withChecksum({ rows: 0, chunkBytes: 1, chunkLengths: [], words: [], end: 0 }));
    await expect(loadSavedSnapshot(folder)).rejects.toThrow(
      `The database is not available, and the snapshot in ${folder} was saved by another version of Gatehouse.`,
    );
  });

  it.each([
    ["cut off", (content: Buffer) => content.subarray(0, content.length - 3)],
    ["empty", () => Buffer.alloc(0)],
    [
      "changed",
      (content: Buffer) => {
        content[10] = (content[10] ?? 0) ^ 1;
        return content;
      },
    ],
  ])("HA-1 and is %s is refused with a message", async (_, damage) => {
    const folder = folderWith(damage(withChecksum({ rows: 0, chunkBytes: 1 })));
    await expect(loadSavedSnapshot(folder)).rejects.toThrow(
      `The database is not available, and the snapshot in ${folder} is damaged.`,
    );
  });
});
