import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import {
  inPipelinedTransaction,
  type PipelinedTransaction,
  type Statement,
} from "../../../src/intake/ingest/pipelined-transaction.ts";
import { connectDatabase } from "../../../src/platform/database/database.ts";
import { testDatabase } from "../../harness.ts";

const db = connectDatabase(await testDatabase());
await sql`create table notes (id integer primary key)`.execute(db);
afterAll(() => db.destroy());
beforeEach(() => sql`truncate notes`.execute(db));

const add: Statement = { name: "add", text: "insert into notes values ($1)" };
const listed: Statement = { name: "listed", text: "select id from notes where id < $1 order by id" };
const storedIds = async () => (await sql<{ id: number }>`select id from notes order by id`.execute(db)).rows;

describe("a pipelined transaction", () => {
  it("ENG-4 runs statements in the order of their calls and commits them together", async () => {
    const results = await inPipelinedTransaction(db, ({ run }) =>
      Promise.all([run(listed, [5]), run(add, [1]), run(listed, [5]), run(add, [2]), run(listed, [2])]),
    );
    expect(results).toEqual([[], [], [{ id: 1 }], [], [{ id: 1 }]]);
    expect(await storedIds()).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it("ENG-4 stores nothing if one of its statements fails", async () => {
    const failed = inPipelinedTransaction(db, ({ run }) => Promise.all([run(add, [1]), run(add, [1]), run(add, [2])]));
    await expect(failed).rejects.toThrow("duplicate key");
    expect(await storedIds()).toEqual([]);
  });

  it("ENG-4 reports a transaction that PostgreSQL rolled back, even if the failure is ignored", async () => {
    const ignored = inPipelinedTransaction(db, ({ run }) => Promise.allSettled([run(add, [1]), run(add, [1])]));
    await expect(ignored).rejects.toThrow("the transaction was rolled back");
    expect(await storedIds()).toEqual([]);
  });

  it("ENG-4 refuses statements after its commit, which would be stored on their own", async () => {
    let later: PipelinedTransaction["run"] | undefined;
    await inPipelinedTransaction(db, async ({ run }) => {
      later = run;
    });
    await expect(later?.(add, [3])).rejects.toThrow("the transaction has ended");
    expect(await storedIds()).toEqual([]);
  });

  it("ENG-4 stores nothing that was started in the turn in which the work fails, or after it", async () => {
    let later: Promise<unknown> | undefined;
    const failed = inPipelinedTransaction(db, async ({ run }) => {
      void run(add, [1]).catch(() => {});
      later = new Promise((resolve) => setTimeout(resolve)).then(() => run(add, [2]));
      later.catch(() => {});
      throw new Error("given up");
    });
    await expect(failed).rejects.toThrow("given up");
    await expect(later).rejects.toThrow("the transaction has ended");
    expect(await storedIds()).toEqual([]);
  });
});
