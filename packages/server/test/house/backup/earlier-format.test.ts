import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { inspectBackup, restoreBackup } from "../../../src/house/backup/restore-backup.ts";
import { emptyDatabase } from "../../harness.ts";
import { hashFiles, withClient } from "./backup-site.ts";

// Made by commit 38551e6e, the last one that wrote this format, from test/upgrades/0012.backup.
const fixture = (name: string) => join(import.meta.dirname, name);
const encrypted = {
  kind: "encrypted",
  path: fixture("earlier-encrypted.backup"),
  passphrase: "Grüße an die Schranke",
};
const plain = { kind: "not encrypted", path: fixture("earlier.backup"), passphrase: null };

const folder = mkdtempSync(join(tmpdir(), "gatehouse-earlier-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Inspects a changed copy of a backup. */
async function inspectChanged(
  { path, passphrase }: typeof plain | typeof encrypted,
  change: (file: Buffer) => Buffer,
): Promise<unknown> {
  const changed = join(folder, "changed.backup");
  writeFileSync(changed, change(readFileSync(path)));
  return inspectBackup({ path: changed, passphrase }, () => {});
}

describe("a backup in the earlier format", () => {
  it.each([encrypted, plain])("OPSYS-1 that is $kind is restored", async (file) => {
    const inspected = await inspectBackup(file, () => {});
    expect(inspected.manifest).toMatchObject({ siteName: "My site", version: "0.1.0" });
    expect(inspected.manifest.createdAt).toMatch(/^2026-11-19T13:04/);
    const dataDir = mkdtempSync(join(folder, "data-"));
    const database = await emptyDatabase();
    const lanes = await withClient(database, async (client) => {
      await restoreBackup(file, { client, dataDir, savesKey: true }, () => {});
      return client.query("select name from lanes");
    });
    expect(lanes.rows).toEqual([{ name: "Fixture lane" }]);
    expect(readFileSync(join(dataDir, "secret.key")).equals(inspected.secret)).toBe(true);
    // Each picture is named by the hash of its content.
    const images = Object.entries(hashFiles(join(dataDir, "images")));
    expect(images).toHaveLength(2);
    expect(images.filter(([name, hash]) => name.includes(hash) || name.includes("-small"))).toEqual(images);
  });

  it.each([
    // Deriving the key takes long.
    { file: encrypted, kind: encrypted.kind, lengths: [13_000] },
    { file: plain, kind: plain.kind, lengths: [12_897, 12_881, 1_000, 110] },
  ])("OPSYS-1 that is $kind and was cut off is refused", async ({ file, lengths }) => {
    for (const length of lengths) {
      const cut = inspectChanged(file, (bytes) => bytes.subarray(0, length));
      await expect(cut, `${length} bytes`).rejects.toThrow("The backup is incomplete: its end is missing.");
    }
  });

  it.each([
    { file: encrypted, kind: encrypted.kind, positions: [5_000] },
    { file: plain, kind: plain.kind, positions: [40, 5_000, 12_890] },
  ])("OPSYS-1 that is $kind and was changed is refused", async ({ file, positions }) => {
    for (const at of positions) {
      const changed = inspectChanged(file, (bytes) => {
        bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
        return bytes;
      });
      await expect(changed, `byte ${at}`).rejects.toThrow("The backup is damaged or was changed (part 1).");
    }
    const extended = inspectChanged(file, (bytes) => Buffer.concat([bytes, Buffer.from("x")]));
    await expect(extended).rejects.toThrow("more data after its end");
  });

  it("OPSYS-1 that is encrypted needs its passphrase", async () => {
    const missing = inspectBackup({ ...encrypted, passphrase: null }, () => {});
    await expect(missing).rejects.toThrow("The backup is encrypted: set BACKUP_PASSPHRASE or BACKUP_KEY_FILE.");
    const wrong = inspectBackup({ ...encrypted, passphrase: "another passphrase" }, () => {});
    await expect(wrong).rejects.toThrow("The passphrase or key file is not the one");
  });
});
