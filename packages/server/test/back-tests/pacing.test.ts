import { afterAll, describe, expect, it } from "vitest";
import { countStoringBatches, createPacing } from "../../src/back-tests/pacing.ts";
import { inPipelinedTransaction } from "../../src/ingest/pipelined-transaction.ts";
import { connectDatabase } from "../../src/platform/database/database.ts";
import { testDatabase } from "../harness.ts";

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

  it.each(["wait", "block"] as const)("RULE-9 REP-5 pauses a %s only while events are stored", async (kind) => {
    const batches = new Int32Array(new SharedArrayBuffer(4));
    const pauses: [kind: string, ms: number][] = [];
    const pacing = createPacing(batches, {
      wait: async (ms) => pauses.push(["wait", ms]),
      block: (ms) => pauses.push(["block", ms]),
    });
    await pacing[kind]();
    expect(pauses).toEqual([]);
    Atomics.store(batches, 0, 1);
    await pacing[kind]();
    expect(pauses).toEqual([[kind, expect.any(Number)]]);
    Atomics.store(batches, 0, 0);
    await pacing[kind]();
    expect(pauses).toHaveLength(1);
  });
});
