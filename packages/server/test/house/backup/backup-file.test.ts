import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, describe, expect, it } from "vitest";
import { packArchive, toArchiveFile } from "../../../src/house/backup/archive.ts";
import { joinRows } from "../../../src/house/backup/dump-database.ts";
import { openBackup } from "../../../src/house/backup/open-backup.ts";
import { decrypt, encrypt } from "../../../src/house/backup/passphrase.ts";

const folder = mkdtempSync(join(tmpdir(), "gatehouse-backup-file-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const passphrase = "Grüße an die Schranke";
/** A cheap key: the tests derive it often. */
const workFactor = 10;
const pictureName = `images/20260301/${"a".repeat(64)}-small.jpg`;
const contents: Record<string, Buffer> = {
  "manifest.json": Buffer.from("{}"),
  "tables/lanes/1.copy.gz": Buffer.alloc(0),
  [pictureName]: randomBytes(1_000_000),
  "secret.key": randomBytes(32),
};

const pack = () =>
  packArchive(
    Readable.from(Object.entries(contents).map(([path, content]) => toArchiveFile(path, content))),
    new Date("2026-03-01T00:00:00Z"),
  );

const tar = await buffer(pack());
const kinds = [
  { kind: "encrypted", secret: passphrase, file: await buffer(encrypt(pack(), passphrase, workFactor)) },
  { kind: "not encrypted", secret: null, file: tar },
];

async function open(file: Buffer, secret: string | null): Promise<Record<string, Buffer>> {
  const path = join(folder, "file");
  writeFileSync(path, file);
  const found: Record<string, Buffer> = {};
  for await (const stored of openBackup({ path, passphrase: secret }))
    found[stored.path] = await buffer(stored.content);
  return found;
}

/** Opens a file like a check that needs the content of no file. */
async function skim(file: Buffer, secret: string | null): Promise<void> {
  const path = join(folder, "skimmed");
  writeFileSync(path, file);
  for await (const _ of openBackup({ path, passphrase: secret }));
}

function flip(file: Buffer, at: number): Buffer {
  const changed = Buffer.from(file);
  changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
  return changed;
}

describe("a backup file", () => {
  it.each(kinds)("OPSYS-1 that is $kind returns its files", async ({ file, secret }) => {
    expect(await open(file, secret)).toEqual(contents);
    await skim(file, secret);
    expect(file.includes(contents["secret.key"] as Buffer)).toBe(secret === null);
  });

  it("OPSYS-1 opens with tar, after decryption with age", async () => {
    const path = join(folder, "decrypted.tar");
    const [{ file }] = kinds as [(typeof kinds)[0]];
    writeFileSync(path, await buffer(decrypt(Readable.from([file]), passphrase)));
    const into = join(folder, "extracted");
    mkdirSync(into);
    execFileSync("tar", ["-xf", path, "-C", into]);
    for (const [name, content] of Object.entries(contents)) expect(readFileSync(join(into, name))).toEqual(content);
    const listed = execFileSync("tar", ["-tvf", path], { encoding: "utf8" });
    expect(listed).toMatch(/^-rw------- .* 2026-0.-.. .* manifest\.json$/m);
  });

  it("OPSYS-1 ends with the hash of the names, sizes and contents", async () => {
    const hash = createHash("sha256");
    for (const [path, content] of Object.entries(contents)) hash.update(`${path} ${content.length}\n`).update(content);
    expect(execFileSync("tar", ["-xOf", "-", "checksum"], { input: tar, encoding: "utf8" })).toBe(hash.digest("hex"));
  });

  it.each(kinds)("OPSYS-1 that is $kind and was cut off is refused at every length", async ({ file, secret }) => {
    // The archive ends with two blocks of zeros, before them the checksum with its header.
    for (const length of [
      file.length - 1_200,
      file.length - 2_048,
      file.length - 100_000,
      700_000,
      65_736,
      3_000,
      512,
    ]) {
      const cut = file.subarray(0, length);
      await expect(open(cut, secret), `${length} bytes`).rejects.toThrow(/its end is missing\.$/);
      await expect(skim(cut, secret), `${length} bytes`).rejects.toThrow(/its end is missing\.$/);
    }
  });

  it.each(kinds)("OPSYS-1 that is $kind and was changed is refused", async ({ file, secret }) => {
    // In the name of the first file, in its content, in the picture, and in the key.
    for (const at of [file.length - tar.length + 3, file.length - tar.length + 513, 300_000, file.length - 3_000]) {
      await expect(open(flip(file, at), secret), `byte ${at}`).rejects.toThrow("The backup is damaged or was changed");
      await expect(skim(flip(file, at), secret), `byte ${at}`).rejects.toThrow("The backup is damaged or was changed");
    }
  });

  it("OPSYS-1 that is encrypted can't be extended", async () => {
    const [{ file }] = kinds as [(typeof kinds)[0]];
    await expect(open(Buffer.concat([file, Buffer.from("x")]), passphrase)).rejects.toThrow("damaged or was changed");
  });

  it("OPSYS-1 needs its passphrase", async () => {
    const [{ file }] = kinds as [(typeof kinds)[0]];
    await expect(open(file, null)).rejects.toThrow(
      "The backup is encrypted: set BACKUP_PASSPHRASE or BACKUP_KEY_FILE.",
    );
    await expect(open(file, "another passphrase")).rejects.toThrow("The passphrase or key file is not the one");
    expect(await open(file, passphrase.normalize("NFD"))).toEqual(contents);
  });

  it("OPSYS-1 has whole rows in each part of a table", async () => {
    const rows = Buffer.from(Array.from({ length: 50 }, (_, row) => `${row}\t${"x".repeat(row * 3)}\n`).join(""));
    const chunks = Array.from({ length: Math.ceil(rows.length / 37) }, (_, index) =>
      rows.subarray(index * 37, index * 37 + 37),
    );
    const parts = await Readable.from(joinRows(Readable.from(chunks), 200)).toArray();
    expect(Buffer.concat(parts)).toEqual(rows);
    expect(parts.length).toBeGreaterThan(10);
    expect(parts.filter((part: Buffer) => part.at(-1) !== 10 || part.length > 500)).toEqual([]);
  });

  it("OPSYS-1 must be one", async () => {
    await expect(open(Buffer.from("PK\u0003\u0004"), null)).rejects.toThrow("The file is not a backup of Gatehouse.");
    await expect(open(Buffer.alloc(0), null)).rejects.toThrow("The file is not a backup of Gatehouse.");
  });
});
