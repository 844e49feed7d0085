import { mkdtempSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import {
  countPresent,
  findFullAreas,
  findListed,
  findLookAlikes,
  findPasses,
  findPresences,
} from "../../../src/ingest/access-statements.ts";
import { chunkBytes, createIdentifierTable } from "../../../src/ingest/outage/identifier-table.ts";
import { createSnapshot } from "../../../src/ingest/outage/snapshot.ts";
import { loadSavedSnapshot, saveSnapshot, saveSnapshotTime } from "../../../src/ingest/outage/snapshot-file.ts";
import type { Statement } from "../../../src/ingest/pipelined-transaction.ts";
import {
  countReservationUses,
  findIdentifiers,
  findReservationIds,
  findReservations,
} from "../../../src/ingest/statements.ts";
import { recordQueries, replayQueries } from "../../../src/platform/database/recorded-queries.ts";
import { createSiteCache } from "../../../src/site/site-cache.ts";
import { testServer } from "../../test-server.ts";
import { poll } from "../ingest-site.ts";

const { services } = await testServer();
const { db, clock } = services;
const siteCache = createSiteCache(services);
const snapshot = createSnapshot(services, siteCache);
const following = snapshot.start(() => false);
afterAll(async () => {
  await following.stop();
  siteCache.close();
});

await sql`insert into access_groups (name) values ('Staff'), ('Guests')`.execute(db);
await sql`insert into access_areas (name, capacity) values ('Deck', 5), ('Yard', null)`.execute(db);
await sql`insert into gates (name, type) values ('Gate', 'N')`.execute(db);
await sql`
  insert into identifiers (origin, "externalId", type, iid, "iidNormalized", lp, "vehicleType", "ownerName", "validFrom", "validTo")
  select case n % 2 when 0 then 'ADMIN' else 'CLOUD' end, case n % 3 when 0 then 'x' || n end,
    case n % 4 when 0 then 'RFID' else 'LICENSE_PLATE' end, 'KA 0' || n, 'KA0' || n, case n % 4 when 0 then 'LP ' || n end,
    'CAR', case n % 5 when 0 then 'Zoë ' || n end, now() - interval '1 day', case n % 7 when 0 then now() end
  from generate_series(1, 3000) n`.execute(db);
await sql`insert into identifier_groups select n, 1 + n % 2 from generate_series(1, 500) n`.execute(db);
await sql`
  insert into reservations (source, "externalId", lp, "lpNormalized", "rfidNormalized", "validFrom", "validTo", "shouldAllowMultipleUsage")
  select 'booking', 'r' || n, 'KA0' || n, 'KA0' || n, case n % 3 when 0 then 'KA0' || (n + 1) end, now(), now() + interval '1 hour', false
  from generate_series(1, 50) n`.execute(db);
await sql`insert into reservation_uses select n, n, case n % 2 when 0 then 'N' else 'X' end, now() from generate_series(1, 20) n`.execute(
  db,
);
await sql`
  insert into access_passes ("lpNormalized", "rfidNormalized", name, "validFrom", "validTo", uses)
  select 'KA0' || n, null, 'Pass ' || n, now(), now() + interval '1 hour', 2 from generate_series(1, 30) n`.execute(db);
await sql`insert into access_pass_gates select n, 1, 1 from generate_series(1, 10) n`.execute(db);
await sql`insert into access_pass_uses select n, n, now() from generate_series(1, 9) n`.execute(db);
await sql`
  insert into access_lists (kind, type, iid, "iidNormalized", reason)
  select case n % 2 when 0 then 'deny' else 'watch' end, 'LICENSE_PLATE', 'KA0' || n, 'KA0' || n, 'because' from generate_series(1, 30) n`.execute(
  db,
);
await sql`insert into access_look_alikes (one, other, requirement) values ('KA01', 'KA07', 'exact-read'), ('KA02', 'KA03', 'second-factor')`.execute(
  db,
);
await sql`
  insert into access_presence (vehicle, "areaId", "groupIds") select 'KA0' || n, 1 + n % 2, array[1] from generate_series(1, 8) n`.execute(
  db,
);
await sql`
  insert into passage_holds ("eventId", "gateId", vehicle, module, at, "dueAt", direction, "fromAreaId", "toAreaId", "groupIds", "passId")
  select 1000 + n, 1, 'KA0' || n, 'ANPR_ACCESS_CONTROL', now(), now(), 'N', null, case n % 3 when 0 then null else 1 end, array[2], n
  from generate_series(5, 14) n`.execute(db);

/** Waits until the snapshot includes all changes. */
async function isCurrent(): Promise<void> {
  await sql`select pg_notify('gatehouse_changes', 'access_lists')`.execute(db);
  const since = clock.now();
  const version = snapshot.version();
  await poll(async () => {
    expect(snapshot.version()).toBeGreaterThan(version);
    expect(snapshot.currentAt()?.getTime()).toBeGreaterThan(since.getTime());
  });
}

const sorted = (rows: readonly unknown[]) =>
  rows.map((row) => JSON.stringify(row, Object.keys(row as object).sort())).sort();

async function expectSame(statement: Statement, values: unknown[]): Promise<void> {
  const { rows } = await db.pool.query(statement.text, values);
  expect(sorted(await snapshot.run(statement, values)), statement.name).toEqual(sorted(rows));
}

const plates = Array.from({ length: 40 }, (_, at) => `KA0${at + 1}`);
const ids = Array.from({ length: 60 }, (_, at) => at + 1);

describe("the snapshot", () => {
  it("HA-1 answers every lookup of a decision like the database", async () => {
    await isCurrent();
    await expectSame(findIdentifiers, [[...plates, "KA0500", "KA02999", "UNKNOWN"]]);
    await expectSame(findReservationIds, [plates, plates]);
    await expectSame(findReservations, [ids]);
    await expectSame(findPasses, [plates, plates]);
    await expectSame(findListed, [plates]);
    await expectSame(findLookAlikes, [plates]);
    await expectSame(findPresences, [plates]);
    await expectSame(countPresent, [[1, 2]]);
    await expectSame(findFullAreas, []);
    const used = await db.pool.query<{ reservationId: number }>(countReservationUses.text, [ids]);
    const usedIds = used.rows.map(({ reservationId }) => reservationId);
    await expectSame(countReservationUses, [usedIds]);
  });

  it("HA-1 follows changes of identifiers, one by one and many at once", async () => {
    await isCurrent();
    await sql`update identifiers set "ownerName" = 'Ada' where id = 5`.execute(db);
    await sql`delete from identifiers where id = 6`.execute(db);
    await sql`delete from identifier_groups where "identifierId" = 7`.execute(db);
    await isCurrent();
    await expectSame(findIdentifiers, [plates]);
    await sql`update identifiers set "vehicleType" = 'BUS' where id between 100 and 2000`.execute(db);
    await isCurrent();
    await expectSame(findIdentifiers, [["KA0100", "KA01500", "KA02500"]]);
    expect(snapshot.identifiers().size).toBe(2_999);
  });

  it("HA-1 is saved with the site, and loaded again", async () => {
    const folder = mkdtempSync(join(tmpdir(), "gatehouse-snapshot-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    // Left by processes that were killed: one long ago, one that may still be saving.
    for (const name of ["content.bin.1", "content.bin.2"]) writeFileSync(join(folder, name), "");
    utimesSync(join(folder, "content.bin.1"), 0, 0);
    await isCurrent();
    const at = snapshot.currentAt() ?? new Date(0);
    const site = await recordQueries(db, (recording) => siteCache.restore(recording));
    await saveSnapshot(folder, { site, tables: snapshot.tables(), identifiers: snapshot.identifiers() });
    await saveSnapshotTime(folder, at);
    expect(readdirSync(folder).sort()).toEqual(["content.bin", "content.bin.2", "current-at"]);
    const saved = await loadSavedSnapshot(folder);
    expect(saved.at).toEqual(at);
    const restored = createSnapshot(services, siteCache);
    restored.restore(saved);
    const before = await snapshot.run(findIdentifiers, [plates]);
    expect(await restored.run(findIdentifiers, [plates])).toEqual(before);
    expect(restored.identifiers().size).toBe(2_999);
    expect(await restored.run(findPasses, [plates, []])).toEqual(await snapshot.run(findPasses, [plates, []]));
    const offline = createSiteCache({ ...services, health: { ...services.health, isUp: () => false } });
    onTestFinished(offline.close);
    await offline.restore(replayQueries(saved.site));
    expect([...(await offline.now()).gates.keys()]).toEqual([...(await siteCache.now()).gates.keys()]);
  });

  it("HA-1 holds a million identifiers in less than 250 MB", async () => {
    const table = snapshot.identifiers();
    const before = table.bytes;
    const rows = 100_000;
    for (let id = 10_001; id <= 10_000 + rows; id += 1) {
      const iid = `MH 12 AB ${id}`;
      table.set({
        id,
        origin: "ADMIN",
        externalId: `external-${id}`,
        type: "LICENSE_PLATE",
        iid,
        iidNormalized: iid.replaceAll(" ", ""),
        lp: null,
        ownerName: "A name of usual length",
        vehicleType: "CAR",
        validFrom: "2026-01-01T00:00:00.000Z",
        validTo: "2027-01-01T00:00:00.000Z",
        groupIds: [1, 2],
      });
    }
    expect(((table.bytes - before) / rows) * 1_000_000).toBeLessThan(250 * 1_048_576);
    expect(table.find("MH12AB55555")).toMatchObject([{ id: 55_555, iid: "MH 12 AB 55555", groupIds: [1, 2] }]);
    for (let id = 10_001; id <= 10_000 + rows; id += 1) table.delete(id);
    expect(table.find("MH12AB55555")).toEqual([]);
  });

  const row = { origin: "ADMIN", externalId: null, type: "LICENSE_PLATE", vehicleType: "CAR", lp: null } as const;
  const more = { ownerName: null, validFrom: null, validTo: null, groupIds: [3] };

  it("HA-1 finds the rows of every chunk, and cuts off texts that are too long", async () => {
    const table = createIdentifierTable();
    const ownerName = "Zoë".repeat(20_000);
    const ids = Array.from({ length: 700 }, (_, at) => at + 1);
    for (const id of ids) table.set({ id, iid: `KA ${id}`, iidNormalized: `KA${id}`, ...row, ...more, ownerName });
    expect(table.bytes).toBeGreaterThan(chunkBytes);
    const saved = await table.useParts(async (parts) => createIdentifierTable(undefined, parts));
    for (const id of ids) {
      const [found] = saved.find(`KA${id}`);
      expect(found).toMatchObject({ id, iid: `KA ${id}`, groupIds: [3] });
      expect(ownerName.startsWith(found?.ownerName ?? "missing")).toBe(true);
    }
  });

  it("HA-1 frees a table that is loaded again, but not before it is saved", async () => {
    const table = createIdentifierTable();
    table.set({ id: 1, iid: "KA 1", iidNormalized: "KA1", ...row, ...more });
    const used = await table.useParts(async (parts) => {
      table.release();
      expect(table.find("KA1")).toEqual([]);
      const saved = createIdentifierTable(undefined, parts);
      expect(saved.find("KA1")).toMatchObject([{ id: 1, groupIds: [3] }]);
      const chunks = await saved.useParts(async (own) => own.chunks);
      saved.release();
      expect([saved.size, saved.find("KA1"), chunks.map(({ byteLength }) => byteLength)]).toEqual([0, [], [0]]);
      saved.set({ id: 2, iid: "KA2", iidNormalized: "KA2", ...row, ...more });
      expect(saved.find("KA2")).toMatchObject([{ id: 2 }]);
      return parts.chunks;
    });
    expect(used.map(({ byteLength }) => byteLength)).toEqual([0]);
  });
});
