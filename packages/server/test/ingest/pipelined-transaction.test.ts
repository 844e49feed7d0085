import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { inPipelinedTransaction } from "../../src/ingest/pipelined-transaction.ts";
import type { Statement } from "../../src/ingest/statement.ts";
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

  const sum: Statement = { name: "sum", text: "select $1::integer + $2::integer as sum", joins: "lookup" };
  const listed: Statement = { name: "listed", text: "select id from notes where id < $1 order by id", joins: "lookup" };

  it("ENG-4 runs adjacent lookups as one, each with its own values and rows", async () => {
    const results = await inPipelinedTransaction(db, async ({ run }) => {
      await Promise.all([run(add, [1]), run(add, [2]), run(add, [9])]);
      return Promise.all([run(sum, [1, 2]), run(listed, [5]), run(listed, [0]), run(sum, [3, 4])]);
    });
    expect(results).toEqual([[{ sum: 3 }], [{ id: 1 }, { id: 2 }], [], [{ sum: 7 }]]);
  });

  const put: Statement = { name: "put", text: "insert into notes values ($1)", joins: "change" };
  const putMany: Statement = {
    name: "put many",
    text: "insert into notes select * from unnest($1::integer[]) returning id",
    joins: "change",
  };

  it("ENG-4 runs adjacent changes as one, commits them together, and returns their rows", async () => {
    const results = await inPipelinedTransaction(db, async ({ run, commitAfter }) => {
      await run(count, []);
      return commitAfter(Promise.all([run(put, [1]), run(putMany, [[2, 3]]), run(put, [4])]));
    });
    expect(results).toEqual([[], [{ id: 2 }, { id: 3 }], []]);
    expect(await storedIds()).toEqual([1, 2, 3, 4].map((id) => ({ id })));
  });

  it("ENG-4 fails all changes that run as one if one of them fails", async () => {
    const failed = inPipelinedTransaction(db, async ({ run }) => {
      await run(count, []);
      const results = await Promise.allSettled([run(put, [1]), run(put, [1])]);
      expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
      throw new Error("given up");
    });
    await expect(failed).rejects.toThrow("given up");
    expect(await storedIds()).toEqual([]);
  });

  it("ENG-4 stores nothing that was started in the turn in which the work fails, or after it", async () => {
    let later: Promise<unknown> | undefined;
    const failed = inPipelinedTransaction(db, async ({ run }) => {
      await run(count, []);
      void run(add, [1]).catch(() => {});
      later = new Promise((resolve) => setTimeout(resolve)).then(() => run(add, [2]));
      later.catch(() => {});
      throw new Error("given up");
    });
    await expect(failed).rejects.toThrow("given up");
    await expect(later).rejects.toThrow("the transaction was rolled back");
    expect(await storedIds()).toEqual([]);
  });

  it("ENG-4 keeps the order of statements that do not join", async () => {
    const results = await inPipelinedTransaction(db, ({ run }) =>
      Promise.all([run(listed, [5]), run(add, [1]), run(listed, [5]), run(put, [2]), run(listed, [5])]),
    );
    expect(results).toEqual([[], [], [{ id: 1 }], [], [{ id: 1 }, { id: 2 }]]);
  });
});
