import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { inPipelinedTransaction, type Statement } from "../../src/ingest/pipelined-transaction.ts";
import { connectDatabase } from "../../src/platform/database/database.ts";
import { testDatabase } from "../harness.ts";

const db = connectDatabase(await testDatabase());
await sql`create table notes (id integer primary key)`.execute(db);
afterAll(() => db.destroy());
beforeEach(() => sql`truncate notes`.execute(db));

const add: Statement = { name: "add", text: "insert into notes values ($1)" };
const count: Statement = { name: "count", text: "select count(*) as count from notes" };
const storedIds = async () => (await sql<{ id: number }>`select id from notes order by id`.execute(db)).rows;

describe("a pipelined transaction", () => {
  it("ENG-4 commits along with its last statements", async () => {
    const added = await inPipelinedTransaction(db, async ({ run, commitAfter }) => {
      await run(count, []);
      return commitAfter(Promise.all([run(add, [1]), run(add, [2])]));
    });
    expect(added).toEqual([[], []]);
    expect(await storedIds()).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it("ENG-4 stores nothing if one of the last statements fails", async () => {
    const failed = inPipelinedTransaction(db, async ({ run, commitAfter }) => {
      await run(count, []);
      return commitAfter(Promise.all([run(add, [1]), run(add, [1]), run(add, [2])]));
    });
    await expect(failed).rejects.toThrow("duplicate key");
    expect(await storedIds()).toEqual([]);
  });

  it("ENG-4 reports a transaction that PostgreSQL rolled back, even if the failure is ignored", async () => {
    const ignored = inPipelinedTransaction(db, async ({ run, commitAfter }) => {
      await run(count, []);
      await commitAfter(Promise.allSettled([run(add, [1]), run(add, [1])]));
    });
    await expect(ignored).rejects.toThrow("the transaction was rolled back");
    expect(await storedIds()).toEqual([]);
  });

  it("ENG-4 refuses statements after its commit, which would be stored on their own", async () => {
    const late = inPipelinedTransaction(db, async ({ run, commitAfter }) => {
      await commitAfter(run(count, []));
      await run(add, [3]);
    });
    await expect(late).rejects.toThrow("committed already");
    expect(await storedIds()).toEqual([]);
  });
});
