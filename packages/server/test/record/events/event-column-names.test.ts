import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { expect, it, onTestFinished } from "vitest";
import { connectDatabase } from "../../../src/platform/database/database.ts";
import { migrate } from "../../../src/platform/database/migrate.ts";
import { listEvents, loadListedEvents } from "../../../src/record/events/event-list.ts";
import { emptyDatabase } from "../../harness.ts";

const migrations = join(import.meta.dirname, "../../../src/migrations");

/** A database as the version before the migration left it, with events in a month of their own and outside any. */
async function earlierDatabase() {
  const connection = await emptyDatabase();
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-before-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const before = readdirSync(migrations).filter((file) => file < "0014");
  for (const file of before) cpSync(join(migrations, file), join(folder, file));
  await migrate(connection, folder);
  const client = new Client(connection);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`insert into events (id, module, status, timing, "occurredAt", "receivedAt", "sourceName",
    "sourceUid", "plateNormalized", reason, shelf)
    select id, 'ANPR_ACCESS_CONTROL', 'RECEIVED', 'live', at, at, 'north', 'north', 'MH1', '', shelf from (values
      (1, now() - interval '3 years', 'gate'), (2, now(), 'gate'), (3, now(), 'elsewhere'), (4, now(), 'again')
    ) as event(id, at, shelf)`);
  await client.query(
    `insert into event_keys (id, source, "eventId", "toldAt", at) values (1, 'device 7', '42', now(), now())`,
  );
  return { connection, client };
}

const nodesOf = async (client: Client) =>
  (
    await client.query<{ node: number }>(
      "select pg_relation_filenode(relid) as node from pg_partition_tree('events') where isleaf order by 1",
    )
  ).rows.map(({ node }) => node);

it("EVT-4 SAFE-7 events of an earlier version are listed and recognised, and no row is rewritten", async () => {
  const { connection, client } = await earlierDatabase();
  const nodes = await nodesOf(client);
  const rowVersions = async () => (await client.query("select id, xmin, ctid from events order by id")).rows;
  const versions = await rowVersions();
  await migrate(connection);
  expect(await nodesOf(client)).toEqual(nodes);
  expect(await rowVersions()).toEqual(versions);

  const db = connectDatabase(connection);
  onTestFinished(() => db.destroy());
  const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
  const list = async (all: boolean) =>
    idsOf(await listEvents(db, "ANPR_ACCESS_CONTROL", { all, gateIds: null }, { place: undefined, limit: 10 }));
  expect(await list(false)).toEqual([2, 1]);
  expect(await list(true)).toEqual([3, 2, 1]);
  expect(idsOf(await loadListedEvents(db, [2, 4]))).toEqual([2]);
  const { rows: keys } = await client.query(
    `select sender, "reportedAt" = "receivedAt" as "hasTime" from event_keys where "eventId" = '42'`,
  );
  expect(keys).toEqual([{ sender: "device 7", hasTime: true }]);
});

it("EVT-4 months that are added after the migration hold and list events", async () => {
  const { connection, client } = await earlierDatabase();
  await migrate(connection);
  await client.query("select ensure_event_partitions(now() - interval '3 years')");
  const { rows } = await client.query<{ month: string }>(
    "select tableoid::regclass::text as month from events where id = 1",
  );
  expect(rows[0]?.month).toMatch(/^events_\d{4}_\d{2}$/);
  const db = connectDatabase(connection);
  onTestFinished(() => db.destroy());
  expect(
    await listEvents(db, "ANPR_ACCESS_CONTROL", { all: false, gateIds: null }, { place: undefined, limit: 10 }),
  ).toMatchObject([{ id: 2 }, { id: 1 }]);
  const insert = client.query(`insert into events (id, module, status, timing, "occurredAt", "receivedAt", "sourceName",
    "sourceUid", reason, listing) values (9, '', 'RECEIVED', 'live', now(), now(), '', '', '', 'other')`);
  await expect(insert).rejects.toThrow("events_listing_check");
});
