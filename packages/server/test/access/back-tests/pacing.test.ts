import { afterAll, describe, expect, it } from "vitest";
import { countStoringBatches, createPacing } from "../../../src/access/pacing.ts";
import { inPipelinedTransaction } from "../../../src/intake/ingest/pipelined-transaction.ts";
import { connectDatabase } from "../../../src/platform/database/database.ts";
import { testDatabase } from "../../harness.ts";

const db = connectDatabase(await testDatabase());
afterAll(() => db.destroy());

describe("pacing", () => {
  it("RULE-9 counts the batches of events that are being stored", async () => {
    const batches = countStoringBatches(db.pipelined);
    const during = await inPipelinedTransaction(db, async () => Atomics.load(batches, 0));
    const failed = inPipelinedTransaction(db, async () => {
      throw new Error("not stored");
    });
    await expect(failed).rejects.toThrow("not stored");
    expect([during, Atomics.load(batches, 0)]).toEqual([1, 0]);
  });

  it("RULE-9 REP-5 pauses only while events are stored", async () => {
    const batches = new Int32Array(new SharedArrayBuffer(4));
    const pauses: number[] = [];
    const pacing = createPacing(batches, async (ms) => pauses.push(ms));
    await pacing.wait();
    expect(pauses).toEqual([]);
    Atomics.store(batches, 0, 1);
    await pacing.wait();
    expect(pauses).toEqual([expect.any(Number)]);
    Atomics.store(batches, 0, 0);
    await pacing.wait();
    expect(pauses).toHaveLength(1);
  });
});
