import { Client } from "pg";
import { expect, inject, onTestFinished } from "vitest";
import type { Services } from "../../../src/platform/services.ts";
import { poll } from "./ingest-site.ts";

/** Locks a table exclusively, which blocks all reads and writes, until it is released or the test ends. */
export async function blockTable({ db }: Services, table: string) {
  const { rows } = await db.pool.query<{ name: string }>("select current_database() as name");
  const client = new Client({ ...inject("postgres"), database: rows[0]?.name ?? "" });
  await client.connect();
  let isHeld = true;
  const release = async () => {
    if (!isHeld) return;
    isHeld = false;
    await client.end();
  };
  onTestFinished(release);
  await client.query("begin");
  await client.query(`lock table ${table} in access exclusive mode`);
  const waiting = async () => {
    const { rows: found } = await client.query<{ waiting: string }>(
      "select count(*) as waiting from pg_locks where not granted and relation = $1::regclass",
      [table],
    );
    return Number(found[0]?.waiting);
  };
  return { release, isWaitedFor: () => poll(async () => expect(await waiting()).toBeGreaterThan(0)) };
}
