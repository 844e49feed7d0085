import { execFileSync, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { createBackup } from "../../../src/house/backup/create-backup.ts";
import { inspectBackup } from "../../../src/house/backup/restore-backup.ts";
import { createImageStore } from "../../../src/house/image-store.ts";
import { debianProgram } from "../../debian-program.ts";
import { testDatabase } from "../../harness.ts";
import { withClient } from "./backup-site.ts";

const folder = mkdtempSync(join(tmpdir(), "gatehouse-age-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const passphrase = "correct horse battery staple";
const secret = randomBytes(32);

/** Runs age, which reads a passphrase from a terminal only. */
function age(args: string, passphrases: string): void {
  const { status, stdout } = spawnSync("script", ["-qec", `${debianProgram("usr/bin/age")} ${args}`, "/dev/null"], {
    cwd: folder,
    encoding: "utf8",
    input: passphrases,
  });
  expect(status, stdout).toBe(0);
}

describe("a backup and the programs age and tar of Debian", () => {
  it("OPSYS-1 is decrypted with age and extracted with tar, and may be encrypted with age again", async () => {
    const connection = await testDatabase();
    const picture = randomBytes(50_000);
    const now = new Date();
    const dataDir = join(folder, "data");
    const name = await createImageStore(join(dataDir, "images")).save(now, picture, randomBytes(100));
    await withClient(connection, async (client) => {
      await client.query(`insert into lanes (name, "speedLimit2w", "speedLimit4w") values (E'Zürich\\t1', 10, 20)`);
      await client.query(
        `insert into events (id, module, status, timing, "occurredAt", "receivedAt", "sourceName", "sourceUid",
           "plateNormalized", reason, listing, "fullImage", trace)
         values (nextval('event_ids'), 'ANPR_ACCESS_CONTROL', 'RECEIVED', 'live', now(), now(), 'Camera', '1', 'KA1', '',
           'elsewhere', $1, '{}')`,
        [name],
      );
      const source = { client, dataDir, secret, sharedPictures: null };
      await createBackup(source, { path: join(folder, "site.tar.age"), passphrase, now }, () => {});
    });
    age("--decrypt --output site.tar site.tar.age", `${passphrase}\n`);
    const into = join(folder, "extracted");
    mkdirSync(into);
    execFileSync("tar", ["-xf", join(folder, "site.tar"), "-C", into]);
    expect(readdirSync(into).toSorted()).toEqual([
      "checksum",
      "images",
      "manifest.json",
      "secret.key",
      "summary.json",
      "tables",
    ]);
    expect(readFileSync(join(into, "secret.key"))).toEqual(secret);
    const [month = ""] = readdirSync(join(into, "images"));
    const pictures = readdirSync(join(into, "images", month)).map((each) =>
      readFileSync(join(into, "images", month, each)),
    );
    expect(pictures.filter((each) => each.equals(picture))).toHaveLength(1);
    // Other programs can load the rows.
    const { tables } = JSON.parse(readFileSync(join(into, "manifest.json"), "utf8"));
    const { columns } = tables.find((table: { name: string }) => table.name === "lanes");
    const row = gunzipSync(readFileSync(join(into, "tables/lanes/1.copy.gz")))
      .toString("utf8")
      .split("\t");
    expect(row[columns.indexOf("name")]).toBe("Zürich\\t1");

    age("--passphrase --output again.age site.tar", `${passphrase}\n${passphrase}\n`);
    const inspected = await inspectBackup({ path: join(folder, "again.age"), passphrase }, () => {});
    expect(inspected.secret.equals(secret)).toBe(true);
  });
});
