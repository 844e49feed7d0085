import type { Command, CommandKind, CommandState } from "@gatehouse/contract/events/command";
import type { EventModule } from "@gatehouse/contract/events/event-module";
import { sql } from "kysely";
import { notifyChange } from "../platform/database/channels.ts";
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

/** The commands that went out because of events. */
export async function listCommandsOfEvents(db: ReadDb, eventIds: readonly number[]): Promise<Command[]> {
  const rows = await db
    .selectFrom("commands")
    .select(columns)
    .where("eventId", "in", [...eventIds])
    .orderBy("id")
    .execute();
  return (rows as Row[]).map(commandOf);
}

/** A gate's last commands, the latest first. */
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

/** Commands by their ids. */
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

/** How a command ended. */
export interface Ending {
  readonly id: number;
  readonly state: CommandState;
  readonly detail: string;
  readonly at: Date;
}

/** Writes down how commands ended, and tells those who show them; gives those that had not ended before. */
export async function endCommands(db: Database | Tx, endings: readonly Ending[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    with ended as (
      update commands c set state = e.state, detail = e.detail, "endedAt" = e.at
      from unnest(${endings.map(({ id }) => id)}::bigint[], ${endings.map(({ state }) => state)}::text[],
        ${endings.map(({ detail }) => detail)}::text[], ${endings.map(({ at }) => at)}::timestamptz[])
        as e(id, state, detail, at)
      where c.id = e.id and c."endedAt" is null
      returning c.id
    )
    select id, ${notifyChange("commands")} from ended`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** A command that ended without being sent, or without anyone having heard the answer. */
export interface StaleCommand {
  readonly id: number;
  readonly kind: CommandKind;
  readonly module: EventModule | null;
  readonly gateId: number | null;
  readonly targetId: number;
  readonly targetName: string;
  readonly state: CommandState;
  readonly detail: string;
}

const mostAtOnce = 500;

type OpenCommand = Pick<Command, "id" | "at">;

/** Which open commands end, and when. */
interface Loss {
  readonly isLost: (command: OpenCommand) => boolean;
  readonly now: Date;
}

/** Ends commands that wait and must not be sent any more. */
export const expireQueued = (tx: Tx, loss: Loss, detail = "Not sent in time."): Promise<StaleCommand[]> =>
  endLost(tx, loss, { was: "queued", state: "expired", detail });

/** Ends commands that were sent and have no answer: nobody knows what became of them, and nobody sends them again. */
export const endUnanswered = (tx: Tx, loss: Loss): Promise<StaleCommand[]> =>
  endLost(tx, loss, {
    was: "sent",
    state: "unreachable",
    detail: "The server stopped before the device replied.",
  });

interface Change {
  readonly was: CommandState;
  readonly state: CommandState;
  readonly detail: string;
}

/** The caller judges by its own clock, because a comparison in SQL can't account for a clock that stepped. */
async function endLost(tx: Tx, { isLost, now }: Loss, { was, state, detail }: Change): Promise<StaleCommand[]> {
  const open = await tx
    .selectFrom("commands")
    .select(["id", "at"])
    .where("endedAt", "is", null)
    .where("state", "=", was)
    .orderBy("id")
    .limit(mostAtOnce)
    .execute();
  const ids = open.filter(isLost).map(({ id }) => id);
  if (ids.length === 0) return [];
  const { rows } = await sql<StaleCommand>`
    with lost as (
      update commands set state = ${state}, detail = ${detail}, "endedAt" = ${now}
      where id in (
        select id from commands where id = any(${ids}::bigint[]) and "endedAt" is null and state = ${was}
        order by id for update skip locked
      )
      returning id, kind, module, "gateId", "targetId", "targetName", state, detail
    )
    select *, ${notifyChange("commands")} from lost order by id`.execute(tx);
  return rows;
}

/** Takes all commands that wait, the oldest first: once taken, nobody takes them again. The caller judges their age. */
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
