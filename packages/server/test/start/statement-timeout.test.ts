import { sql } from "kysely";
import { describe, expect, it, onTestFinished } from "vitest";
import { connectDatabase } from "../../src/platform/database/database.ts";
import { testDatabase } from "../harness.ts";

const connection = await testDatabase();

describe("a statement without a response", () => {
  it("SAFE-5 times out, and its connection is not reused", async () => {
    const db = connectDatabase(connection, undefined, 200);
    onTestFinished(() => db.destroy());
    await sql`select 1`.execute(db);
    await expect(sql`select pg_sleep(30)`.execute(db)).rejects.toThrow("Query read timeout");
    await expect(db.transaction().execute((tx) => sql`select pg_sleep(30)`.execute(tx))).rejects.toThrow();
    expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
    expect(db.pool.totalCount).toBe(1);
  });

  it("does not interrupt a long list that is streamed", async () => {
    const db = connectDatabase(connection, undefined, 200);
    onTestFinished(() => db.destroy());
    const rows = sql<{ n: number }>`select n, pg_sleep(0.02) from generate_series(1, 30) n`.compile(db);
    let last = 0;
    for await (const page of db.getExecutor().stream(rows, 5)) last = Number((page.rows.at(-1) as { n: number }).n);
    expect(last).toBe(30);
  });
});
