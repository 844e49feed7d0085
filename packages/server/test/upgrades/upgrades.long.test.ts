import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { inspectBackup, restoreBackup } from "../../src/house/backup/restore-backup.ts";
import { latestMigration, migrate } from "../../src/platform/database/migrate.ts";
import { createSharedParts } from "../../src/shared-parts.ts";
import { emptyFileDatabase } from "../harness.ts";
import { withClient } from "../house/backup/backup-site.ts";
import { testServer } from "../test-server.ts";

// Each file is a backup of a database that the code of its time created and filled through its API: a lane, a gate with
// barrier and buzzer, a device, an identifier, a configuration, a variable and an event with a picture. Files are named by
// their last migration, and those of releases by their version. To add one, start the release, create these records, and
// run `npm run backup packages/server/test/upgrades/VERSION.tar`.
const password = "fixture-own-password";
const plate = "KA01FX1";
const names = readdirSync(import.meta.dirname)
  .filter((name) => /\.(backup|tar)$/.test(name))
  .sort();

const folder = mkdtempSync(join(tmpdir(), "gatehouse-upgrades-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface EventRow {
  lp: string;
  images: { fullImage: string | null };
}

/** Restores the database of an earlier version, upgrades it, and starts the server on it. */
async function upgrade(name: string) {
  const connection = await emptyFileDatabase();
  const dataDir = mkdtempSync(join(folder, "data-"));
  const file = { path: join(import.meta.dirname, name), passphrase: null };
  const { manifest } = await inspectBackup(file, () => {});
  await withClient(connection, (client) => restoreBackup(file, { client, dataDir, savesKey: true }, () => {}));
  const applied = await migrate(connection);
  const server = await testServer(
    (services) => createSharedParts(services, { imagePlace: { folder: join(dataDir, "images"), s3: null } }),
    { connection },
  );
  return { name, migrations: manifest.migrations, applied, server };
}

const upgraded: Awaited<ReturnType<typeof upgrade>>[] = [];
for (const name of names) upgraded.push(await upgrade(name));

describe("a database of an earlier version", () => {
  it("OPSYS-2 is kept of each milestone and release", () => {
    const versions = [
      ...readFileSync(join(import.meta.dirname, "../../../../CHANGELOG.md"), "utf8").matchAll(/^## \[(\d.*?)\]/gm),
    ];
    const released = versions.map(([, version]) => `${version}.tar`);
    expect(names).toEqual(expect.arrayContaining([...released, "0012.backup", "0022.backup", "0060.backup"]));
  });

  it.each(upgraded)("OPSYS-2 opens in the newest with all its rows: $name", async ({ server, migrations, applied }) => {
    expect((migrations.at(-1)?.version ?? 0) + applied.length > 0).toBe(true);
    expect([...migrations.map(({ name }) => name), ...applied].length).toBeGreaterThan(40);
    expect(Number([...migrations.map(({ name }) => name), ...applied].sort().at(-1)?.slice(0, 4))).toBe(
      latestMigration(),
    );
    const { status, body } = await server.login(password);
    expect([status, body.passwordChanged]).toEqual([200, true]);
    const list = async (key: Parameters<typeof server.call>[0], sent = {}) => {
      const response = await server.call<unknown>(key, sent, body.token);
      expect(response.status, `${key}: ${JSON.stringify(response.body)}`).toBe(200);
      return JSON.stringify(response.body);
    };
    expect(await list("GET /lanes")).toContain("Fixture lane");
    expect(await list("GET /gates")).toContain("Fixture gate");
    expect(await list("GET /boom-barriers")).toContain("Fixture barrier");
    expect(await list("GET /buzzers")).toContain("Fixture buzzer");
    expect(await list("GET /ai-devices/{module}", { params: { module: "ac" } })).toContain("Fixture camera");
    expect(await list("GET /ac/ids", { query: { scope: "ADMIN" } })).toContain(plate);
    expect(await list("GET /variables", { query: { scope: "cc" } })).toContain("Fixture total");
    const events = await server.call<{ data: EventRow[] }>(
      "GET /events/{module}",
      { params: { module: "ac" }, query: { all: true } },
      body.token,
    );
    expect(events.body.data).toMatchObject([{ lp: plate }]);
    const cookie = String(events.headers["set-cookie"]).split(";")[0] ?? "";
    const picture = await server.app.inject({ url: events.body.data[0]?.images.fullImage ?? "", headers: { cookie } });
    expect([picture.statusCode, picture.headers["content-type"]]).toEqual([200, "image/jpeg"]);
    const lane = { name: "New lane", speedLimit2w: 10, speedLimit4w: 10 };
    expect((await server.call("POST /lanes", { body: lane }, body.token)).status).toBe(201);
  });
});
