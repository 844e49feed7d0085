import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import { raiseAlert, resolveAlertsOf } from "../../packages/server/src/alert/alert.store.ts";
import { commandColumns } from "../../packages/server/src/intake/ingest/inserted-columns.ts";
import { insertedEventColumns } from "../../packages/server/src/intake/inserted-event-columns.ts";
import { moveVariables } from "../../packages/server/src/intake/variable-movements.ts";
import { changeNotification } from "../../packages/server/src/platform/database/channels.ts";
import { type CopyIn, copyLine, withCopyTransaction } from "../../packages/server/src/platform/database/copy-in.ts";
import type { Database, Tx } from "../../packages/server/src/platform/database/database.ts";
import { columnNames } from "../../packages/server/src/platform/database/recordset.ts";
import type { PastDecisions, PastEvent } from "./decide-history.ts";

/** The share of the time that deciding the events takes; moving the variables takes most of the rest. */
const decidingShare = 0.5;
const rowsPerBatch = 1_000;
/** Time that a relay or sign takes to confirm a command. */
const confirmMs = 80;
/** Older passages are deleted by the server. */
const passagesMs = dayMs;

/** Stores everything in one transaction, so that an interrupted start loads nothing. */
export async function storeHistory(
  db: Database,
  decisions: PastDecisions,
  { from, to }: { from: Date; to: Date },
  onProgress: (share: number) => void,
): Promise<void> {
  const onDecided = (until: Date) =>
    onProgress((decidingShare * (until.getTime() - from.getTime())) / (to.getTime() - from.getTime()));
  // Not in the transaction below: a new partition locks the events until the end of its transaction.
  await db.pool.query("select ensure_event_partitions($1)", [from]);
  await withCopyTransaction(db, async (tx, copyIn) => {
    await dateBack(tx, from);
    // PostgreSQL stores events while the next ones are decided.
    await copyRows(
      copyIn,
      "events",
      { ...insertedEventColumns, sightings: "integer" },
      followed(decisions.decideAll(), onDecided),
    );
    const { commands, steps, alerts } = decisions;
    const ended = commands.map((command) => ({ ...command, endedAt: new Date(command.at.getTime() + confirmMs) }));
    await copyRows(copyIn, "commands", { ...commandColumns, detail: "text", endedAt: "timestamptz" }, toBatches(ended));
    const batches = [...toBatches(steps)];
    for (const [index, batch] of batches.entries()) {
      onProgress(decidingShare + ((1 - decidingShare) * index) / batches.length);
      await moveVariables(tx, batch);
    }
    await storeState(tx, decisions);
    for (const { cause, at, isRepaired } of alerts)
      await (isRepaired ? resolveAlertsOf(tx, cause, at) : raiseAlert(tx, cause, at));
  });
  await db.pool.query("analyze");
  // Pages that were opened before load the events.
  await db.pool.query(`select ${changeNotification("events")}`);
}

/** Reports the time of the last event of each batch. */
async function* followed(
  batches: AsyncIterable<readonly PastEvent[]>,
  onBatch: (until: Date) => void,
): AsyncGenerator<readonly PastEvent[]> {
  for await (const batch of batches) {
    const last = batch.at(-1);
    if (last) onBatch(new Date(last.receivedAt));
    yield batch;
  }
}

/** The rules and memberships have been in force since the first event. */
async function dateBack(tx: Tx, start: Date): Promise<void> {
  await tx.updateTable("policy_versions").set({ at: start }).execute();
  await tx.updateTable("identifier_group_changes").set({ at: start }).execute();
}

type Cell = string | number | boolean | object | null | undefined;

function toCell(value: Cell): string | number | null {
  if (value === undefined || value === null) return null;
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" ? JSON.stringify(value) : typeof value === "boolean" ? String(value) : value;
}

type Rows = AsyncIterable<readonly object[]> | Iterable<readonly object[]>;

async function copyRows(
  copyIn: CopyIn,
  table: "events" | "commands",
  columns: Parameters<typeof columnNames>[0],
  batches: Rows,
): Promise<void> {
  await copyIn(`copy ${table} (${columnNames(columns)}) from stdin`, toLines(batches, Object.keys(columns)));
}

async function* toLines(batches: Rows, columns: readonly string[]): AsyncGenerator<string> {
  for await (const rows of batches)
    yield rows.map((row) => copyLine(columns.map((name) => toCell((row as Record<string, Cell>)[name])))).join("");
}

function* toBatches<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let place = 0; place < rows.length; place += rowsPerBatch) yield rows.slice(place, place + rowsPerBatch);
}

/** Who is inside, and what else later decisions depend on. */
async function storeState(tx: Tx, decisions: PastDecisions): Promise<void> {
  const { passages, confirmed, lastSeen, slotReports } = decisions;
  const newest = Math.max(...[...passages.values()].map(({ at }) => at.getTime()));
  const recent = [...passages.values()].filter(({ at }) => newest - at.getTime() < passagesMs);
  if (recent.length > 0) await tx.insertInto("passages").values(recent).execute();
  const inside = [...confirmed.inside.values()].map((vehicle) => ({ ...vehicle, groupIds: [...vehicle.groupIds] }));
  if (inside.length > 0) await tx.insertInto("access_presence").values(inside).execute();
  for (const areaId of decisions.listFullAreas())
    await tx
      .insertInto("access_area_states")
      .values({ areaId, isFull: true })
      .onConflict((conflict) => conflict.column("areaId").doUpdateSet({ isFull: true }))
      .execute();
  if (confirmed.passUses.length > 0) await tx.insertInto("access_pass_uses").values(confirmed.passUses).execute();
  const seen = [...lastSeen].map(([identifierId, lastSeenAt]) => ({ identifierId, lastSeenAt }));
  if (seen.length > 0) await tx.insertInto("identifier_sightings").values(seen).execute();
  const reports = [...slotReports].map(([variableId, reportedAt]) => ({ variableId, reportedAt }));
  if (reports.length > 0) await tx.insertInto("slot_reports").values(reports).execute();
}
