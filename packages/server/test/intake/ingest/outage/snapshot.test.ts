import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { createSiteCache } from "../../../../src/gate/site-cache.ts";
import {
  countPresent,
  findFullAreas,
  findListed,
  findLookAlikes,
  findPasses,
  findPresences,
} from "../../../../src/intake/ingest/access-statements.ts";
import { openReplica } from "../../../../src/intake/ingest/outage/replica.ts";
import { createSnapshot } from "../../../../src/intake/ingest/outage/snapshot.ts";
import { startSnapshotSaver } from "../../../../src/intake/ingest/outage/snapshot-saver.ts";
import type { Statement } from "../../../../src/intake/ingest/pipelined-transaction.ts";
import {
  countReservationUses,
  findIdentifiers,
  findReservationIds,
  findReservations,
} from "../../../../src/intake/ingest/statements.ts";
import { replayQueries } from "../../../../src/platform/database/recorded-queries.ts";
import { testServer } from "../../../test-server.ts";
import { poll } from "../ingest-site.ts";

const { services } = await testServer();
const { db, clock } = services;
const siteCache = createSiteCache(services);
const folder = mkdtempSync(join(tmpdir(), "gatehouse-snapshot-"));
const replica = await openReplica(folder, 1);
const snapshot = createSnapshot(services, siteCache, replica);
const following = snapshot.start(() => false);
afterAll(async () => {
  await following.stop();
  siteCache.close();
  await replica.close();
  await rm(folder, { recursive: true, force: true });
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

const plates = Array.from({ length: 40 }, (_, index) => `KA0${index + 1}`);
const ids = Array.from({ length: 60 }, (_, index) => index + 1);

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
    expect(snapshot.identifiers()).toBe(2_999);
  });

  it("HA-1 is saved with the site, and loaded again", async () => {
    await isCurrent();
    const at = snapshot.currentAt() ?? new Date(0);
    // Stopping saves.
    await startSnapshotSaver(services, snapshot, replica).stop();
    const again = await openReplica(folder, 1);
    onTestFinished(again.close);
    const saved = again.saved();
    expect(saved?.at.getTime()).toBeGreaterThanOrEqual(at.getTime());
    const restored = createSnapshot(services, siteCache, again);
    if (saved) restored.restore(saved);
    const before = await snapshot.run(findIdentifiers, [plates]);
    expect(await restored.run(findIdentifiers, [plates])).toEqual(before);
    expect(restored.identifiers()).toBe(2_999);
    expect(restored.currentAt()).toEqual(saved?.at);
    expect(await restored.run(findPasses, [plates, []])).toEqual(await snapshot.run(findPasses, [plates, []]));
    const offline = createSiteCache({ ...services, health: { ...services.health, isUp: () => false } });
    onTestFinished(offline.close);
    await offline.restore(replayQueries(saved?.site ?? new Map()));
    expect([...(await offline.now()).gates.keys()]).toEqual([...(await siteCache.now()).gates.keys()]);
  });

  it("HA-1 is loaded again when its file is damaged", async () => {
    await isCurrent();
    const path = join(folder, "1.db");
    for (const suffix of ["", "-wal"]) if (existsSync(path + suffix)) writeFileSync(path + suffix, "x".repeat(100_000));
    await poll(async () => {
      await sql`update identifiers set "ownerName" = 'Grace' where id = 5`.execute(db);
      await isCurrent();
      await expectSame(findIdentifiers, [plates]);
    });
    expect(snapshot.identifiers()).toBe(2_999);
  });
});
