import { randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import type { Client } from "pg";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { documentPaths, packArchive, toArchiveFile } from "../../../src/house/backup/archive.ts";
import { createBackup } from "../../../src/house/backup/create-backup.ts";
import type { Manifest, Summary } from "../../../src/house/backup/manifest.ts";
import { openBackup } from "../../../src/house/backup/open-backup.ts";
import { inspectBackup, restoreBackup } from "../../../src/house/backup/restore-backup.ts";
import { withRestoreClient } from "../../../src/house/backup/restore-role.ts";
import { createImageStore } from "../../../src/house/image-store.ts";
import { createDocumentedSite } from "../../api/documented-calls/documented-site.ts";
import { emptyDatabase, testDatabase } from "../../harness.ts";
import { slowMachineMs } from "../../start/launch.ts";
import { testServer } from "../../test-server.ts";
import { describeSchema, hashFiles, hashTables, withClient } from "./backup-site.ts";

vi.setConfig({ testTimeout: slowMachineMs });

const connection = await testDatabase();
const server = await testServer(undefined, { connection });
const { db } = server.services;
const site = await createDocumentedSite(server);
for (const [, calls] of site.tables) for (const call of calls) await site.make(call);

const folder = mkdtempSync(join(tmpdir(), "gatehouse-backup-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const dataDir = join(folder, "data");
const store = createImageStore(join(dataDir, "images"));
const secret = randomBytes(32);
const now = new Date();
const picture = await store.save(now, randomBytes(100_000), randomBytes(900));
const unused = await store.save(now, randomBytes(1_000), randomBytes(10));
mkdirSync(join(dataDir, "reports"), { mode: 0o700 });
writeFileSync(join(dataDir, "reports", "7"), "a,b\n");
writeFileSync(join(dataDir, "reports", "8.tmp"), "unfinished");

/** Two months of events, one of them in the past; with characters that COPY escapes. */
await sql`select ensure_event_partitions('2025-01-15Z')`.execute(db);
for (const at of ["2025-01-15T10:00:00Z", now.toISOString()]) {
  await sql`
    insert into events (id, module, status, timing, "occurredAt", "receivedAt", "sourceName", "sourceUid",
      "plateNormalized", reason, listing, "fullImage", "plateImage", trace)
    values (nextval('event_ids'), 'ANPR_ACCESS_CONTROL', 'RECEIVED', 'live', ${at}, ${at}, ${"Cam\t\\N\r\nera \\."}, '1', 'KA1',
      '', 'elsewhere', ${picture}, ${picture}, '{"text": "Zürich \\n 🚗"}')`.execute(db);
}

let number = 0;
const nextPath = () => {
  number += 1;
  return join(folder, `${number}.tar`);
};

const backUp = (path: string, passphrase: string | null = null, onProgress = (_step: string) => {}) =>
  withClient(connection, (client) =>
    createBackup({ client, dataDir, secret, sharedPictures: null }, { path, passphrase, now }, onProgress),
  );

/** An empty database that belongs to a role without special rights, as on a managed PostgreSQL. */
async function ownedDatabase() {
  const empty = await emptyDatabase();
  const user = `owner_${randomBytes(4).toString("hex")}`;
  await withClient(empty, (client) =>
    client.query(`create role ${user} login; alter database ${empty.database} owner to ${user}`),
  );
  onTestFinished(() =>
    withClient({ ...empty, database: "postgres" }, async (client) => {
      await client.query(`drop database if exists ${empty.database} with (force)`);
      await client.query(`drop role ${user}`);
    }),
  );
  return { ...empty, user };
}

/** What a person with access to an unencrypted backup can write into it. */
interface Tampering {
  readonly manifest?: (manifest: Manifest) => Partial<Manifest>;
  readonly summary?: (summary: Summary) => Partial<Summary>;
}

async function tamper(path: string, { manifest, summary }: Tampering): Promise<string> {
  const changes: Record<string, ((document: never) => object) | undefined> = {
    [documentPaths.manifest]: manifest,
    [documentPaths.summary]: summary,
  };
  async function* files() {
    for await (const { path: name, content } of openBackup({ path, passphrase: null })) {
      const original = await buffer(content);
      const change = changes[name];
      const document = change && JSON.parse(String(original));
      yield toArchiveFile(
        name,
        change ? Buffer.from(JSON.stringify({ ...document, ...change(document as never) })) : original,
      );
    }
  }
  const tampered = nextPath();
  await writeFile(tampered, packArchive(files(), now));
  return tampered;
}

const emptyFolder = () => mkdtempSync(join(folder, "restored-"));

const newer = /^The database belongs to a newer Gatehouse version \(it has the migration 9999-future,/;

describe("a backup", () => {
  it("OPSYS-1 restores every row, sequence, picture, report and key, without special rights in the database", async () => {
    const before = await withClient(connection, hashTables);
    const filled = Object.values(before).filter((hash) => !hash.startsWith("0 ")).length;
    expect(filled, "tables with rows").toBeGreaterThan(25);
    const file = { path: nextPath(), passphrase: "a passphrase for the test" };
    const report = await backUp(file.path, file.passphrase);
    expect(report).toMatchObject({ pictures: 2, reports: 1, bytes: statSync(file.path).size });
    expect(statSync(file.path).mode & 0o777).toBe(0o600);

    const inspected = await inspectBackup(file, () => {});
    expect(inspected.secret.equals(secret)).toBe(true);
    const target = emptyFolder();
    const owned = await ownedDatabase();
    await withClient(owned, (client) => restoreBackup(file, { client, dataDir: target, savesKey: true }, () => {}));

    expect(await withClient(owned, hashTables)).toEqual(before);
    const open = await withClient(owned, (client) => client.query(`select 1 from sessions where "endedAt" is null`));
    expect(open.rowCount, "sessions that were not ended").toBe(0);
    expect(await withClient(owned, describeSchema)).toEqual(await withClient(connection, describeSchema));
    expect(readFileSync(join(target, "secret.key")).equals(secret)).toBe(true);
    const all = hashFiles(join(dataDir, "images"));
    const expected = Object.entries(all).filter(([name]) => !name.includes(unused.slice(9)));
    expect(hashFiles(join(target, "images"))).toEqual(Object.fromEntries(expected));
    expect(expected).toHaveLength(2);
    expect(readdirSync(join(target, "reports"))).toEqual(["7"]);
    const modes = readdirSync(target, { recursive: true, encoding: "utf8" }).map((name) =>
      statSync(join(target, name)),
    );
    expect(modes.filter(({ mode }) => (mode & 0o077) !== 0)).toEqual([]);
  });

  it("OPSYS-1 is of one moment, although the server writes meanwhile", async () => {
    const path = nextPath();
    const before = await withClient(connection, hashTables);
    let isWritten = false;
    await withClient(connection, async (writer) => {
      const write = (): Promise<unknown> =>
        writer.query('insert into lanes (name, "speedLimit2w", "speedLimit4w") values (\'new\', 1, 1)');
      let writing: Promise<unknown> = Promise.resolve();
      await backUp(path, null, (step) => {
        // The first table is being read; "lanes" is read later.
        if (!isWritten) writing = write();
        isWritten = isWritten || step !== "";
      });
      await writing;
      const target = emptyFolder();
      const restored = await emptyDatabase();
      await withClient(restored, (client) =>
        restoreBackup({ path, passphrase: null }, { client, dataDir: target, savesKey: true }, () => {}),
      );
      expect(await withClient(restored, hashTables)).toEqual(before);
      await writer.query("delete from lanes where name = 'new'");
    });
    expect(isWritten).toBe(true);
  });

  it("OPSYS-1 leaves nothing on a full disk or when it is interrupted, and does not replace a file", async () => {
    const path = nextPath();
    let written = 0;
    const fullDisk = () =>
      new Writable({
        write: (chunk: Buffer, _encoding, done) => {
          written += chunk.length;
          const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
          done(written > 100_000 ? full : null);
        },
      });
    const source = { dataDir, secret, sharedPictures: null };
    const target = { path, passphrase: null, now };
    const attempt = (client: Client) =>
      createBackup(
        { client, ...source },
        target,
        () => {},
        (partial) => {
          writeFileSync(partial, "the beginning");
          return fullDisk();
        },
      );
    await expect(withClient(connection, attempt)).rejects.toThrow(
      `The disk of ${folder} is full: nothing was left there. Free some space.`,
    );
    expect(readdirSync(folder).filter((name) => name.startsWith(`${number}.`))).toEqual([]);
    const stop = new AbortController();
    const interrupted = (client: Client) =>
      createBackup({ client, ...source }, { ...target, signal: stop.signal }, () => stop.abort());
    await expect(withClient(connection, interrupted)).rejects.toThrow("The backup was interrupted: nothing was left.");
    expect(readdirSync(folder).filter((name) => name.startsWith(`${number}.`))).toEqual([]);
    writeFileSync(path, "precious");
    await expect(backUp(path)).rejects.toThrow("exists already");
    expect(readFileSync(path, "utf8")).toBe("precious");
  });

  // By a superuser, so that only the check of what the file contains can reject it.
  it.each([
    [
      "whose partition has a name that calls a function",
      'partition "events_2024_01 partition of',
      (written: string): Tampering => ({
        manifest: ({ months }) => ({
          months: [
            ...months,
            `events_2024_01 partition of events for values from (to_timestamp(lo_export(lo_from_bytea(0, 'stolen'), '${written}'))) to ('2024-02-01')`,
          ],
        }),
      }),
    ],
    [
      "whose partition is not a month",
      'partition "events_2024_13"',
      (): Tampering => ({ manifest: ({ months }) => ({ months: [...months, "events_2024_13"] }) }),
    ],
    [
      "whose partition is another table",
      'partition "sessions"',
      (): Tampering => ({ manifest: ({ months }) => ({ months: [...months, "sessions"] }) }),
    ],
    [
      "that names a table of the system",
      'table "pg_largeobject"',
      (): Tampering => ({
        manifest: ({ tables }) => ({ tables: [...tables, { name: "pg_largeobject", columns: ["loid"] }] }),
      }),
    ],
    [
      "that names a sequence that does not exist",
      'sequence "pg_class"',
      (): Tampering => ({
        summary: ({ sequences }) => ({ sequences: [...sequences, { name: "pg_class", value: "1", isCalled: true }] }),
      }),
    ],
  ])("OPSYS-1 %s is refused", async (_, part, tampering) => {
    const path = nextPath();
    await backUp(path);
    const written = join(folder, `written-${number}`);
    const tampered = { path: await tamper(path, tampering(written)), passphrase: null };
    const restored = await emptyDatabase();
    const attempt = withClient(restored, (client) =>
      restoreBackup(tampered, { client, dataDir: emptyFolder(), savesKey: true }, () => {}),
    );
    await expect(attempt).rejects.toThrow(`The backup contains the ${part}`);
    expect(existsSync(written)).toBe(false);
    expect(await withClient(restored, hashTables)).toEqual({});
  });

  it("OPSYS-1 that is not encrypted is refused while a passphrase is set, unless it is allowed", async () => {
    const path = nextPath();
    await backUp(path);
    const file = { path, passphrase: "a passphrase for the test" };
    await expect(inspectBackup(file, () => {})).rejects.toThrow("The backup is not encrypted, although");
    const attempt = withClient(connection, (client) =>
      restoreBackup(file, { client, dataDir: emptyFolder(), savesKey: true }, () => {}),
    );
    await expect(attempt, "a file that was replaced after it was checked").rejects.toThrow("is not encrypted");
    const allowed = await inspectBackup({ ...file, allowsUnencrypted: true }, () => {});
    expect(allowed.secret.equals(secret)).toBe(true);
  });

  it("OPSYS-1 is restored without a superuser's rights, and belongs to the role of the server afterwards", async () => {
    const path = nextPath();
    await backUp(path);
    const restored = await emptyDatabase();
    const roles = () => withClient(restored, (client) => client.query("select rolname from pg_roles order by 1"));
    const before = (await roles()).rows;
    const isSuperuser = await withRestoreClient(restored, async (client) => {
      await restoreBackup({ path, passphrase: null }, { client, dataDir: emptyFolder(), savesKey: true }, () => {});
      const { rows } = await client.query("select rolsuper from pg_roles where rolname = session_user");
      return rows[0].rolsuper;
    });
    expect(isSuperuser).toBe(false);
    expect(await withClient(restored, describeSchema)).toEqual(await withClient(connection, describeSchema));
    const owners = await withClient(restored, (client) =>
      client.query("select distinct pg_get_userbyid(relowner) as owner from pg_class where relkind in ('r', 'p', 'S')"),
    );
    expect(owners.rows).toEqual([{ owner: restored.user }]);
    expect((await roles()).rows).toEqual(before);
  });

  it("OPSYS-1 can't be restored with the superuser of an external PostgreSQL", async () => {
    const { host, user, database } = await emptyDatabase();
    const connectionString = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;
    await expect(withRestoreClient({ connectionString }, async () => "restored")).rejects.toThrow(
      `DATABASE_URL: ${user} is a superuser, whose rights a backup must not get.`,
    );
  });

  it("OPSYS-1 that can't be loaded changes nothing", async () => {
    const path = nextPath();
    await backUp(path);
    const target = emptyFolder();
    const restored = await emptyDatabase();
    await withClient(restored, async (client) => {
      // A constraint that the rows of the backup break.
      await client.query(
        "create function refuse() returns event_trigger language plpgsql as $$ begin if tg_tag = 'ALTER TABLE' and current_query() like '%add constraint%' then raise 'refused'; end if; end $$",
      );
      await client.query("create event trigger refuse on ddl_command_end execute function refuse()");
      await expect(
        restoreBackup({ path, passphrase: null }, { client, dataDir: target, savesKey: true }, () => {}),
      ).rejects.toThrow("refused");
    });
    expect(await withClient(restored, hashTables)).toEqual({});
  });

  it("OPSYS-1 OPSYS-2 of a newer version is refused before anything is restored", async () => {
    const path = nextPath();
    await sql`insert into schema_migrations (version, name, checksum) values (9999, '9999-future', 'x')`.execute(db);
    await expect(backUp(path), "by npm run backup").rejects.toThrow(newer);
    await sql`delete from schema_migrations where version = 9999`.execute(db);

    const migrations = [{ version: 9999, name: "9999-future", checksum: "x" }];
    const about = { createdAt: now.toISOString(), version: "9.0.0" };
    const documents = {
      [documentPaths.manifest]: { ...about, siteName: "", migrations, tables: [], months: [] },
      [documentPaths.key]: "",
      [documentPaths.summary]: { rows: {}, sequences: [], pictures: 0, reports: 0 },
    };
    const files = Object.entries(documents).map(([name, document]) =>
      toArchiveFile(name, Buffer.from(JSON.stringify(document))),
    );
    await writeFile(path, packArchive(Readable.from(files), now));
    await expect(inspectBackup({ path, passphrase: null }, () => {})).rejects.toThrow(newer);
  });
});
