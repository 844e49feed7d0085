import { raiseAlert } from "../../packages/server/src/alerts/alert.store.ts";
import { insertedEventColumns } from "../../packages/server/src/events/event-columns.ts";
import { commandColumns } from "../../packages/server/src/ingest/inserted-columns.ts";
import { type CopyIn, copyLine, withCopyTransaction } from "../../packages/server/src/platform/database/copy-in.ts";
import type { Database, Tx } from "../../packages/server/src/platform/database/database.ts";
import { columnNames } from "../../packages/server/src/platform/database/recordset.ts";
import { moveVariables } from "../../packages/server/src/variables/variable-ledger.store.ts";
import type { DecidedHistory } from "./decide-history.ts";

const stepsPerStatement = 5_000;
const linesPerWrite = 500;
/** Time that a relay or sign takes to confirm a command. */
const confirmMs = 80;
/** Older passages are deleted by the server. */
const passagesMs = 86_400_000;

/** Stores everything in one transaction, so that an interrupted start loads nothing. */
export async function storeHistory(db: Database, decided: DecidedHistory, start: Date): Promise<void> {
  await withCopyTransaction(db, async (tx, copyIn) => {
    await dateBack(tx, start);
    await copyEvents(copyIn, decided);
    await copyCommands(copyIn, decided);
    for (let place = 0; place < decided.steps.length; place += stepsPerStatement)
      await moveVariables(tx, decided.steps.slice(place, place + stepsPerStatement));
    await storeState(tx, decided);
    for (const { cause, at } of decided.alerts) await raiseAlert(tx, cause, at);
  });
  await db.pool.query("analyze");
}

/** The rules and memberships have been in force since the first event, and each month has its partition. */
async function dateBack(tx: Tx, start: Date): Promise<void> {
  await tx.updateTable("policy_versions").set({ at: start }).execute();
  await tx.updateTable("identifier_group_changes").set({ at: start }).execute();
  await tx.selectNoFrom(({ fn, val }) => fn("ensure_event_partitions", [val(start)]).as("created")).execute();
}

type Cell = string | number | boolean | object | null | undefined;

function toCell(value: Cell): string | number | null {
  if (value === undefined || value === null) return null;
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" ? JSON.stringify(value) : typeof value === "boolean" ? String(value) : value;
}

/** Formats rows for COPY, several at a time. */
async function* toLines(rows: readonly object[], columns: readonly string[]): AsyncGenerator<string> {
  for (let place = 0; place < rows.length; place += linesPerWrite)
    yield rows
      .slice(place, place + linesPerWrite)
      .map((row) => copyLine(columns.map((name) => toCell((row as Record<string, Cell>)[name]))))
      .join("");
}

async function copyEvents(copyIn: CopyIn, { events }: DecidedHistory): Promise<void> {
  const columns = { ...insertedEventColumns, sightings: "integer" } as const;
  await copyIn(`copy events (${columnNames(columns)}) from stdin`, toLines(events, Object.keys(columns)));
}

async function copyCommands(copyIn: CopyIn, { commands }: DecidedHistory): Promise<void> {
  const columns = { ...commandColumns, endedAt: "timestamptz" } as const;
  const ended = commands.map((command) => ({ ...command, endedAt: new Date(command.at.getTime() + confirmMs) }));
  await copyIn(`copy commands (${columnNames(columns)}) from stdin`, toLines(ended, Object.keys(columns)));
}

/** Who is inside, and what else later decisions depend on. */
async function storeState(tx: Tx, { passages, confirmed, lastSeen, slotReports }: DecidedHistory): Promise<void> {
  const newest = Math.max(...passages.map(({ at }) => at.getTime()));
  const recent = passages.filter(({ at }) => newest - at.getTime() < passagesMs);
  if (recent.length > 0) await tx.insertInto("passages").values(recent).execute();
  const inside = [...confirmed.inside.values()].map((vehicle) => ({ ...vehicle, groupIds: [...vehicle.groupIds] }));
  if (inside.length > 0) await tx.insertInto("access_presence").values(inside).execute();
  if (confirmed.passUses.length > 0) await tx.insertInto("access_pass_uses").values(confirmed.passUses).execute();
  const seen = [...lastSeen].map(([identifierId, lastSeenAt]) => ({ identifierId, lastSeenAt }));
  if (seen.length > 0) await tx.insertInto("identifier_sightings").values(seen).execute();
  const reports = [...slotReports].map(([variableId, reportedAt]) => ({ variableId, reportedAt }));
  if (reports.length > 0) await tx.insertInto("slot_reports").values(reports).execute();
}
