import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { openBackup, sealBackup } from "../../src/backup/sealed-file.ts";

const about = { createdAt: "2026-03-01T00:00:00.000Z", version: "0.1.0" };
const passphrase = "correct horse battery";

async function* inPieces(bytes: Buffer, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

/** A cheap key: the tests derive it often. */
const keyCost = 1_024;
const seal = (content: Buffer, secret: string | null) =>
  buffer(sealBackup(inPieces(content, 100_000), about, secret, keyCost));

async function open(file: Buffer, secret: string | null): Promise<Buffer> {
  const { content } = await openBackup(inPieces(file, 70_001), secret);
  return buffer(content);
}

const content = randomBytes(1_000_000);
const kinds = [
  { kind: "encrypted", secret: passphrase, file: await seal(content, passphrase) },
  { kind: "not encrypted", secret: null, file: await seal(content, null) },
];

describe("a backup file", () => {
  it.each(kinds)("OPSYS-1 that is $kind returns its content", async ({ file, secret }) => {
    expect((await open(file, secret)).equals(content)).toBe(true);
    expect(file.includes(content.subarray(0, 32))).toBe(secret === null);
    expect(file.subarray(0, 200).toString("latin1")).toContain('"createdAt":"2026-03-01T00:00:00.000Z"');
  });

  it.each(kinds)("OPSYS-1 that is $kind may be empty", async ({ secret }) => {
    expect(await open(await seal(Buffer.alloc(0), secret), secret)).toHaveLength(0);
  });

  it.each(kinds)("OPSYS-1 that is $kind and was cut off is refused at every length", async ({ file, secret }) => {
    const lengths = [file.length - 1, file.length - 17, file.length - 100_000, 600_000, 300_000, 262_144];
    // The end of a whole part: only the mark of the last one is missing.
    const start = file.indexOf("\n", file.indexOf("\n") + 1) + 1;
    lengths.push(start + 262_144 + 20, start);
    for (const length of lengths) {
      await expect(open(file.subarray(0, length), secret), `${length} bytes`).rejects.toThrow(
        "The backup is incomplete: its end is missing.",
      );
    }
  });

  it.each(kinds)("OPSYS-1 that is $kind and was changed is refused", async ({ file, secret }) => {
    const start = file.indexOf("\n", file.indexOf("\n") + 1) + 1;
    for (const at of [start + 10, start + 262_150, start + 262_144 + 20 + 1000, file.length - 1]) {
      const changed = Buffer.from(file);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      await expect(open(changed, secret), `byte ${at}`).rejects.toThrow("The backup is damaged or was changed");
    }
    await expect(open(Buffer.concat([file, Buffer.from("x")]), secret)).rejects.toThrow("more data after its end");
    const size = 4 + 262_144 + 16;
    const swapped = Buffer.concat([
      file.subarray(0, start),
      file.subarray(start + size, start + 2 * size),
      file.subarray(start, start + size),
      file.subarray(start + 2 * size),
    ]);
    await expect(open(swapped, secret)).rejects.toThrow("The backup is damaged or was changed (part 1).");
    const older = Buffer.from(file.toString("latin1").replace('"2026-', '"2025-'), "latin1");
    await expect(open(older, secret)).rejects.toThrow("The backup is damaged or was changed (part 1).");
  });

  it("OPSYS-1 needs its passphrase", async () => {
    const [{ file }] = kinds as [(typeof kinds)[0]];
    await expect(open(file, null)).rejects.toThrow(
      "The backup is encrypted: set BACKUP_PASSPHRASE or BACKUP_KEY_FILE.",
    );
    await expect(open(file, "another passphrase")).rejects.toThrow("The passphrase or key file is not the one");
  });

  it("OPSYS-1 must be one", async () => {
    await expect(open(Buffer.from("PK\u0003\u0004"), null)).rejects.toThrow("The file is not a backup of Gatehouse.");
    await expect(open(Buffer.alloc(0), null)).rejects.toThrow("The file is not a backup of Gatehouse.");
  });
});
