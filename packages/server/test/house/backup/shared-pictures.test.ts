import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, describe, expect, it } from "vitest";
import { createBackup } from "../../../src/house/backup/create-backup.ts";
import { restoreBackup } from "../../../src/house/backup/restore-backup.ts";
import { dumpSharedPictures, type SharedPictures } from "../../../src/house/backup/shared-pictures.ts";
import { createImageStore } from "../../../src/house/image-store.ts";
import { createSharedImageStore } from "../../../src/house/images/shared-image-store.ts";
import { createLog } from "../../../src/platform/log.ts";
import { createS3Client, S3Error } from "../../../src/platform/s3/s3-client.ts";
import { emptyDatabase, testDatabase } from "../../harness.ts";
import { startTestS3 } from "../images/s3-server.ts";
import { hashFiles, withClient } from "./backup-site.ts";

const connection = await testDatabase();
const s3 = await startTestS3();
const client = createS3Client(s3.settings, { timeoutMs: 1_000, restMs: 0 });
const folder = mkdtempSync(join(tmpdir(), "gatehouse-shared-backup-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const dataDir = join(folder, "data");
const local = createImageStore(join(dataDir, "images"));
const now = new Date();

function openShared(images: string) {
  const waiting = createImageStore(images);
  const log = createLog("silent");
  return createSharedImageStore({ client, local: waiting, folder: images, log, parallelRequests: 1 });
}

const shared = openShared(join(dataDir, "images"));
const sharedNames: string[] = [];
for (let number = 0; number < 20; number += 1)
  sharedNames.push(await shared.save(now, randomBytes(5_000), randomBytes(200)));
const waitingName = await local.save(now, randomBytes(1_000), randomBytes(100));
const deletedName = await local.save(now, randomBytes(1_000), randomBytes(100));
await local.deleteImages([deletedName]);
const names = [...sharedNames, waitingName];

await withClient(connection, (db) =>
  db.query(
    `insert into events (id, module, status, timing, "occurredAt", "receivedAt", "sourceName", "sourceUid",
       "plateNormalized", reason, listing, "fullImage", trace)
     select nextval('event_ids'), 'ANPR_ACCESS_CONTROL', 'RECEIVED', 'live', now(), now(), 'Camera', '1', 'KA1', '',
       'elsewhere', name, '{}' from unnest($1::text[]) name`,
    [[...names, deletedName]],
  ),
);

const backUp = (path: string, sharedPictures: SharedPictures | null) =>
  withClient(connection, (db) =>
    createBackup(
      { client: db, dataDir, secret: randomBytes(32), sharedPictures },
      { path, passphrase: null, now },
      () => {},
    ),
  );

/** The paths of the dumped files, or the error. */
async function dump(store: SharedPictures, files: readonly string[]): Promise<string[]> {
  const dumped: string[] = [];
  for await (const { path } of dumpSharedPictures(folder, Readable.from(files), store, 0)) dumped.push(path);
  return dumped;
}

/** A store that fails a few times before it returns a picture. */
function failing(times: number, status: number | null): SharedPictures & { requests: number } {
  const store = {
    requests: 0,
    get: async () => {
      store.requests += 1;
      if (store.requests <= times) throw new S3Error(status, `status ${status}`);
      return Readable.from([Buffer.from("a picture")]);
    },
  };
  return store;
}

describe("a backup of pictures in an S3 store", () => {
  it("OPSYS-1, HA-6 contains them, and those that wait in the data folder", async () => {
    const path = join(folder, "all.tar");
    expect(await backUp(path, client)).toMatchObject({ pictures: 2 * names.length });
    const target = mkdtempSync(join(folder, "restored-"));
    const database = await emptyDatabase();
    await withClient(database, (db) =>
      restoreBackup({ path, passphrase: null }, { client: db, dataDir: target, savesKey: true }, () => {}),
    );
    const images = join(target, "images");
    const restored = hashFiles(images);
    expect(Object.keys(restored)).toHaveLength(2 * names.length);
    // Each picture is named by the hash of its content.
    const wrong = Object.entries(restored).filter(([name, hash]) => !name.includes("-small") && !name.includes(hash));
    expect(wrong).toEqual([]);

    // A server on the restored folder moves them to its store.
    for (const key of s3.keys()) await client.delete(key);
    await openShared(images).catchUp(async (wanted) => new Set(wanted), now);
    expect(s3.keys()).toEqual(Object.keys(restored).toSorted());
  });

  it("OPSYS-1 leaves them out if asked to", async () => {
    expect(await backUp(join(folder, "waiting.tar"), null)).toMatchObject({ pictures: 2 });
  });

  it("OPSYS-1 outlasts a short outage of the store", async () => {
    expect(await dump(failing(4, null), ["images/20260101/a.jpg"])).toEqual(["images/20260101/a.jpg"]);
    expect(await dump(failing(4, 503), ["images/20260101/a.jpg"])).toEqual(["images/20260101/a.jpg"]);
  });

  it.each([
    ["is not reachable", null, 5],
    ["refuses the key", 403, 1],
  ])("OPSYS-1 fails if the store %s", async (_, status, requests) => {
    const store = failing(100, status);
    await expect(dump(store, ["images/20260101/a.jpg"])).rejects.toThrow(
      `A picture can't be read from the S3 store (status ${status}). To back up without its pictures, set BACKUP_S3_PICTURES to false.`,
    );
    expect(store.requests).toBe(requests);
  });
});
