// Time of one count change among 2,000 variables, compared with the bare update of the affected rows.
// `node bench/variables.ts` runs PostgreSQL on its own folder, and prints each ratio with its limit.

import { moveVariables } from "../packages/server/src/intake/variable-movements.ts";
import { connectDatabase, type Database } from "../packages/server/src/platform/database/database.ts";
import { addVariable, listVariables } from "../packages/server/src/record/variables/variable.store.ts";
import { startBenchPostgres } from "./bench-server.ts";
import { formatVerdict, median } from "./measurement.ts";

const maxRatio = 2;
const variableCount = 2_000;
/** Number of variables that one slot changes, including its own. */
const affectedCounts = [1, 5, 25];
const blocks = 30;
const changesPerBlock = 40;
const listRounds = 20;

const postgres = await startBenchPostgres();
const db = connectDatabase(postgres.connection);
try {
  const verdicts = [];
  for (const { count, changed, affected } of await createSite(db)) {
    const measured = await compare(
      () => change(changed),
      () => bareUpdate(affected),
    );
    verdicts.push(report(`one slot changes ${count} of ${variableCount}`, measured));
  }
  await measureList();
  process.exitCode = verdicts.every((isMet) => isMet) ? 0 : 1;
} finally {
  await db.destroy();
  await postgres.stop();
}

/** Creates the slots of a parking deck, and sums over them in which some slots occur more often than others. */
async function createSite(db: Database) {
  const sums = affectedCounts.reduce((total, count) => total + count - 1, 0);
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
  const slots = (await listVariables(db, "epld")).map(({ id }) => id);
  const cases = affectedCounts.map((count, index) => ({
    count,
    changed: slots[index] ?? 0,
    affected: [slots[index] ?? 0],
  }));
  for (const { count, changed, affected } of cases) {
    for (let sum = 1; sum < count; sum += 1) {
      const value = [changed, ...slots.slice(100 * sum, 100 * sum + 20)].flatMap((id, index) => [
        ...(index > 0 ? [{ type: "operation", operation: "addition" } as const] : []),
        { type: "variable", id } as const,
      ]);
      const name = `${sum} of ${count}`;
      const draft = { type: "dynamic", name, scope: "epld", publish: false, value, examples: [] } as const;
      const { id } = await db.transaction().execute((tx) => addVariable(tx, { ...draft, examples: [] }));
      affected.push(id);
    }
  }
  return cases;
}

function change(variableId: number): Promise<void> {
  const movement = { kind: "event", variableId, delta: 1, at: new Date() } as const;
  return db.transaction().execute((tx) => moveVariables(tx, [movement]));
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

/** Measures both in alternating blocks, so load from other processes affects both. */
async function compare(ours: () => Promise<unknown>, bare: () => Promise<unknown>) {
  const times = { ours: [] as number[], bare: [] as number[] };
  for (let block = -2; block < blocks; block += 1) {
    const [name, work] = block % 2 === 0 ? (["ours", ours] as const) : (["bare", bare] as const);
    const began = performance.now();
    for (let round = 0; round < changesPerBlock; round += 1) await work();
    // The first block of each is a warm-up.
    if (block >= 0) times[name].push((performance.now() - began) / changesPerBlock);
  }
  return { ours: median(times.ours), bare: median(times.bare) };
}

function report(name: string, { ours, bare }: { ours: number; bare: number }): boolean {
  const ratio = ours / bare;
  const isMet = ratio <= maxRatio;
  const comparison = `${ours.toFixed(2)} ms vs ${bare.toFixed(2)} ms`;
  console.log(
    `${name.padEnd(30)} ${comparison}   ratio ${ratio.toFixed(2)} (limit ${maxRatio}): ${formatVerdict(isMet)}`,
  );
  return isMet;
}

async function measureList(): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < listRounds; round += 1) {
    const began = performance.now();
    await listVariables(db, "epld");
    times.push(performance.now() - began);
  }
  console.log(`${`list of all ${variableCount}`.padEnd(30)} ${median(times).toFixed(1)} ms`);
}
