import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readiness } from "@gatehouse/contract/readiness";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { createImageStore } from "../../src/house/image-store.ts";
import { saveHeartbeat } from "../../src/intake/devices/health.store.ts";
import { connectDatabase } from "../../src/platform/database/database.ts";
import { latestMigration } from "../../src/platform/database/migrate.ts";
import { createServer } from "../../src/server.ts";
import { createSharedParts } from "../../src/shared-parts.ts";
import { poll } from "../intake/ingest/ingest-site.ts";
import { testServer } from "../test-server.ts";

const folder = mkdtempSync(join(tmpdir(), "gatehouse-ready-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const gigabyte = 1_073_741_824;
let free = { bytes: 100 * gigabyte, part: 0.5 };
const server = await testServer((services) => {
  const parts = createSharedParts(services, { imagePlace: { folder, s3: null } });
  if (!parts.images) throw new Error("no pictures are kept");
  return { ...parts, images: { ...parts.images, store: createImageStore(folder, async () => free) } };
});
const { services, app } = server;
const { db, clock } = services;
await saveHeartbeat(db, clock.now());

async function ask(at: FastifyInstance = app): Promise<{ status: number; body: Readiness }> {
  const response = await at.inject({ method: "GET", url: "/readyz" });
  return { status: response.statusCode, body: response.json() };
}

const ready = { status: 200, body: { status: "ready" } };
const notReady = (part: string, detail: string | RegExp) => ({
  status: 503,
  body: { status: "not ready", failing: [{ part, detail: expect.stringMatching(detail) }] },
});
const becomes = (expected: unknown) => poll(async () => expect(await ask()).toEqual(expected));

describe("/readyz", () => {
  it("SAFE-5 returns 200 without sign-in when the server can decide and store", async () => {
    await becomes(ready);
  });

  it("SAFE-5 probes the database once for concurrent requests", async () => {
    await becomes(ready);
    let asked = 0;
    const count = () => {
      asked += 1;
    };
    db.probes.on("acquire", count);
    onTestFinished(() => void db.probes.off("acquire", count));
    await poll(async () => {
      await ask();
      expect(asked).toBe(1);
    });
    const responses = await Promise.all(Array.from({ length: 50 }, () => ask()));
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    expect(asked).toBe(1);
  });

  it("SAFE-5 reports a full disk, and warns before", async () => {
    free = { bytes: gigabyte / 2, part: 0.5 };
    const detail = "The disk is nearly full: events are stored without pictures";
    await becomes({ status: 200, body: { status: "ready", warnings: [{ part: "disk", detail }] } });
    free = { bytes: 1_000_000, part: 0 };
    await becomes(notReady("disk", "The disk is full"));
    free = { bytes: 100 * gigabyte, part: 0.5 };
    await becomes(ready);
  });

  it("SAFE-5 warns when no process drives the hardware, but stays ready", async () => {
    await saveHeartbeat(db, new Date(clock.now().getTime() - 3_600_000));
    const detail = "No process drives barriers, signs and relays";
    await becomes({ status: 200, body: { status: "ready", warnings: [{ part: "field-controller", detail }] } });
    await saveHeartbeat(db, clock.now());
    await becomes(ready);
  });

  it("SAFE-5 reports a database of another version", async () => {
    const version = latestMigration() + 1;
    await sql`insert into schema_migrations (version, name, checksum) values (${version}, 'x', 'x')`.execute(db);
    await becomes(notReady("migrations", /^The database was upgraded by a newer Gatehouse \(migration \d+,/));
    await sql`delete from schema_migrations where version = ${version}`.execute(db);
    await becomes(ready);
  });

  it("SAFE-5 reports a read-only database", async () => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
    const setReadOnly = (value: "on" | "off") =>
      sql`${sql.raw(`alter database ${rows[0]?.name} set default_transaction_read_only = ${value}`)}`.execute(db);
    const reconnect = () =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like '%gatehouse%readiness%' and pid <> pg_backend_pid()`.execute(
        db,
      );
    await setReadOnly("on");
    await reconnect();
    await becomes(notReady("database", /read-only|cannot store/));
    await setReadOnly("off");
    await reconnect();
    await becomes(ready);
  });

  it("SAFE-5 reports an unreachable database; pushes are refused with Retry-After", async () => {
    const away = connectDatabase({ host: "127.0.0.1", port: 1, user: "nobody", database: "none" });
    onTestFinished(() => away.destroy());
    const other = { ...services, db: away };
    const without = await createServer(other);
    onTestFinished(() => without.close());
    expect(await ask(without)).toEqual(notReady("database", "The database does not respond or can't write"));
    const push = await without.inject({ method: "POST", url: "/api/ingest/1", payload: "{}" });
    expect([push.statusCode, push.headers["retry-after"]]).toEqual([503, "5"]);
    expect((await without.inject({ method: "GET", url: "/healthz" })).statusCode).toBe(200);
  });

  it("SAFE-5 reports a lost notification connection", async () => {
    await services.live.close();
    await becomes(notReady("live-updates", "Change notifications from the database are not received"));
  });
});
