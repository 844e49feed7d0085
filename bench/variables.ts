// One movement among 2,000 variables: what does it cost beside the bare update of the rows that it touches?
// `node bench/variables.ts` runs PostgreSQL on a folder of its own, and prints each ratio beside its limit.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addVariable, variablesOf } from "../packages/server/src/entities/variable/variable.store.ts";
import { moveVariables } from "../packages/server/src/entities/variable/variable-ledger.store.ts";
import { type Database, openDatabase } from "../packages/server/src/platform/database.ts";
import { startEmbeddedPostgres } from "../packages/server/src/platform/embedded-postgres.ts";
import { openLog } from "../packages/server/src/platform/log.ts";
import { migrate } from "../packages/server/src/platform/migrate.ts";

const limit = 2;
const variableCount = 2_000;
/** How many variables one slot moves, itself among them. */
const touchedCounts = [1, 5, 25];
const blocks = 30;
const movesInBlock = 40;
const listings = 20;

const dataDir = mkdtempSync(join(tmpdir(), "gatehouse-bench-"));
const postgres = await startEmbeddedPostgres({ dataDir, log: openLog("error") });
const db = openDatabase(postgres.connection);
try {
  await migrate(postgres.connection);
  const kept = [];
  for (const { count, moved, touched } of await site(db)) {
    const measured = await compare(
      () => move(moved),
      () => bareUpdate(touched),
    );
    kept.push(report(`one slot moves ${count} of ${variableCount}`, measured));
  }
  await reportListing();
  process.exitCode = kept.every((isKept) => isKept) ? 0 : 1;
} finally {
  await db.destroy();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** A parking deck: slots on cameras, and sums over them in which some slots stand more often than others. */
async function site(db: Database) {
  const sums = touchedCounts.reduce((total, count) => total + count - 1, 0);
  const { id: aiDeviceId } = await db
    .insertInto("ai_devices")
    .values({ vendor: "bosch", label: "Deck", module: "EPLD" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id: cameraId } = await db
    .insertInto("cameras")
    .values({ aiDeviceId, module: "EPLD", name: "Deck" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const names = Array.from({ length: variableCount - sums }, (_, slot) => `Slot ${slot}`);
  await db
    .insertInto("camera_slots")
    .values(names.map((name) => ({ cameraId, name, displayName: name })))
    .execute();
  const slots = (await variablesOf(db, "epld")).map(({ id }) => id);
  const cases = touchedCounts.map((count, place) => ({
    count,
    moved: slots[place] ?? 0,
    touched: [slots[place] ?? 0],
  }));
  for (const { count, moved, touched } of cases) {
    for (let sum = 1; sum < count; sum += 1) {
      const value = [moved, ...slots.slice(100 * sum, 100 * sum + 20)].flatMap((id, place) => [
        ...(place > 0 ? [{ type: "operation", operation: "addition" } as const] : []),
        { type: "variable", id } as const,
      ]);
      const name = `${sum} of ${count}`;
      const draft = { type: "dynamic", name, scope: "epld", publish: false, value, examples: [] } as const;
      const { id } = await db.transaction().execute((tx) => addVariable(tx, { ...draft, examples: [] }));
      touched.push(id);
    }
  }
  return cases;
}

function move(variableId: number): Promise<void> {
  const step = { kind: "event", variableId, delta: 1, at: new Date() } as const;
  return db.transaction().execute((tx) => moveVariables(tx, [step]));
}

function bareUpdate(ids: readonly number[]): Promise<unknown> {
  return db.transaction().execute((tx) =>
    tx
      .updateTable("variables")
      .set((row) => ({ computedValue: row("computedValue", "+", 1) }))
      .where((row) => row("id", "=", row.fn.any(row.val(ids))))
      .execute(),
  );
}

/** In turns, so that whatever else the machine does falls on both. */
async function compare(ours: () => Promise<unknown>, bare: () => Promise<unknown>) {
  const times = { ours: [] as number[], bare: [] as number[] };
  for (let block = -2; block < blocks; block += 1) {
    const [name, work] = block % 2 === 0 ? (["ours", ours] as const) : (["bare", bare] as const);
    const began = performance.now();
    for (let turn = 0; turn < movesInBlock; turn += 1) await work();
    // The first of each warms.
    if (block >= 0) times[name].push((performance.now() - began) / movesInBlock);
  }
  return { ours: median(times.ours), bare: median(times.bare) };
}

function report(name: string, { ours, bare }: { ours: number; bare: number }): boolean {
  const ratio = ours / bare;
  const verdict = ratio <= limit ? "kept" : "NOT KEPT";
  const beside = `${ours.toFixed(2)} ms beside ${bare.toFixed(2)} ms`;
  console.log(`${name.padEnd(30)} ${beside}   ratio ${ratio.toFixed(2)} (limit ${limit}): ${verdict}`);
  return ratio <= limit;
}

async function reportListing(): Promise<void> {
  const times: number[] = [];
  for (let turn = 0; turn < listings; turn += 1) {
    const began = performance.now();
    await variablesOf(db, "epld");
    times.push(performance.now() - began);
  }
  console.log(`${`a list of all ${variableCount}`.padEnd(30)} ${median(times).toFixed(1)} ms`);
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
