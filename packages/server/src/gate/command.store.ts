import { type Command, type CommandKind, type CommandState, isCommandError } from "@gatehouse/contract/events/command";
import type { EventModule } from "@gatehouse/contract/events/event-module";
import { sql } from "kysely";
import { notifyChange, notifyEventOfRow } from "../platform/database/channels.ts";
import type { Database, ReadDb, Tx } from "../platform/database/database.ts";

const columns = [
  "id",
  "at",
  "endedAt",
  "kind",
  "targetKind",
  "targetId",
  "targetName",
  "state",
  "detail",
  "eventId",
  "by",
  "reason",
] as const;

interface Row extends Omit<Command, "target"> {
  targetKind: string;
  targetId: number;
  targetName: string;
}

const commandOf = ({ targetKind: kind, targetId: id, targetName: name, ...row }: Row): Command => ({
  ...row,
  target: { kind, id, name },
});

/** The commands caused by events. */
export async function listCommandsOfEvents(db: ReadDb, eventIds: readonly number[]): Promise<Command[]> {
  const rows = await db
    .selectFrom("commands")
    .select(columns)
    .where("eventId", "in", [...eventIds])
    .orderBy("id")
    .execute();
  return (rows as Row[]).map(commandOf);
}

/** The last commands of a gate, newest first. */
export async function listCommandsOfGate(db: ReadDb, gateId: number, limit: number): Promise<Command[]> {
  const rows = await db
    .selectFrom("commands")
    .select(columns)
    .where("gateId", "=", gateId)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return (rows as Row[]).map(commandOf);
}

export async function loadCommandsById(db: ReadDb, ids: readonly number[]): Promise<Command[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("commands")
    .select(columns)
    .where("id", "in", [...ids])
    .orderBy("id")
    .execute();
  return (rows as Row[]).map(commandOf);
}

export interface CommandResult {
  readonly id: number;
  readonly state: CommandState;
  readonly detail: string;
  readonly at: Date;
}

/** Stores results and notifies live views; returns the ids of commands that had no result before. */
export async function saveCommandResults(
  db: Database | Tx,
  results: readonly CommandResult[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<EndedCommand>`
    with ended as (
      update commands c set state = e.state, detail = e.detail, "endedAt" = e.at
      from unnest(${results.map(({ id }) => id)}::bigint[], ${results.map(({ state }) => state)}::text[],
        ${results.map(({ detail }) => detail)}::text[], ${results.map(({ at }) => at)}::timestamptz[])
        as e(id, state, detail, at)
      where c.id = e.id and c."endedAt" is null
      returning c.id, c.kind, c.state, c."eventId", c.by
    )
    select *, ${notifyChange("commands")} from ended`.execute(db);
  await notifyOpenings(db, rows);
  return new Set(rows.map(({ id }) => id));
}

/** Ends an accepted open command as unmoved; returns false if its result was another one. */
export async function saveUnmoved(tx: Tx, id: number, detail: string): Promise<boolean> {
  const { rows } = await sql<EndedCommand>`
    with unmoved as (
      update commands set state = 'unmoved', detail = ${detail} where id = ${id} and state = 'accepted'
      returning id, kind, state, "eventId", by
    )
    select *, ${notifyChange("commands")} from unmoved`.execute(tx);
  await notifyOpenings(tx, rows);
  return rows.length > 0;
}

type EndedCommand = Pick<Command, "id" | "kind" | "state" | "eventId" | "by">;

/**
 * Announces the events of barriers that did not open, or that a person opened, and the further reads of
 * their passages.
 */
async function notifyOpenings(db: Database | Tx, ended: readonly EndedCommand[]): Promise<void> {
  const ids = ended
    .filter(({ kind, state, by }) => kind === "open" && (isCommandError(state) || by !== null))
    .map(({ eventId }) => eventId)
    .filter((eventId) => eventId !== null);
  if (ids.length === 0) return;
  await sql`
    select ${notifyEventOfRow}, ${notifyChange("events")} from events
    where id = any(${ids}::bigint[]) or "passageOf" = any(${ids}::bigint[])`.execute(db);
}

/** A command that ended without being sent or without a reply. */
export interface StaleCommand {
  readonly id: number;
  readonly eventId: number | null;
  readonly kind: CommandKind;
  readonly module: EventModule | null;
  readonly gateId: number | null;
  readonly targetId: number;
  readonly targetName: string;
  readonly state: CommandState;
  readonly detail: string;
  readonly by: string | null;
}

const maxBatchSize = 500;

type PendingCommand = Pick<Command, "id" | "at"> & { readonly expiresAt: string };

/** Selects pending commands to end. */
interface StaleSelection {
  readonly isStale: (command: PendingCommand) => boolean;
  readonly now: Date;
}

/** Ends queued commands that must not be sent any more. */
export const expireQueued = (
  tx: Tx,
  selection: StaleSelection,
  detail = "Not sent in time.",
): Promise<StaleCommand[]> => endStale(tx, selection, { was: "queued", state: "expired", detail });

const unanswered = { state: "unreachable", detail: "The server stopped before the device replied." } as const;

/** Ends commands that were sent without a result. They are never sent again. */
export const failUnanswered = (tx: Tx, selection: StaleSelection): Promise<StaleCommand[]> =>
  endStale(tx, selection, { was: "sent", ...unanswered });

/** Removes the results of commands that were ended as unanswered, because the real ones are known now. */
export async function reopenUnanswered(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx
    .updateTable("commands")
    .set({ state: "sent", detail: "", endedAt: null })
    .where("id", "in", [...ids])
    .where("state", "=", unanswered.state)
    .where("detail", "=", unanswered.detail)
    .execute();
}

interface Change {
  readonly was: CommandState;
  readonly state: CommandState;
  readonly detail: string;
}

/** The caller compares times, because SQL can't account for a clock that was stepped. */
async function endStale(
  tx: Tx,
  { isStale, now }: StaleSelection,
  { was, state, detail }: Change,
): Promise<StaleCommand[]> {
  const pending = await tx
    .selectFrom("commands")
    .select(["id", "at", "expiresAt"])
    .where("endedAt", "is", null)
    .where("state", "=", was)
    .orderBy("id")
    .limit(maxBatchSize)
    .execute();
  const ids = pending.filter(isStale).map(({ id }) => id);
  if (ids.length === 0) return [];
  const { rows } = await sql<StaleCommand>`
    with stale as (
      update commands set state = ${state}, detail = ${detail}, "endedAt" = ${now}
      where id in (
        select id from commands where id = any(${ids}::bigint[]) and "endedAt" is null and state = ${was}
        order by id for update skip locked
      )
      returning id, "eventId", kind, module, "gateId", "targetId", "targetName", state, detail, by
    )
    select *, ${notifyChange("commands")} from stale order by id`.execute(tx);
  await notifyOpenings(tx, rows);
  return rows;
}

/** Claims all queued commands, oldest first, each exactly once. The caller checks their age. */
export async function claimCommands<Row>(db: Database): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with claimed as (
      update commands set state = 'sent'
      where id in (
        select id from commands where state = 'queued' and "endedAt" is null
        order by id for update skip locked
      )
      returning id, "eventId", "gateId", module, kind, "targetKind", "targetId", "targetName", payload, state, at,
        "expiresAt", by, reason
    )
    select * from claimed order by id`.execute(db);
  return rows;
}
