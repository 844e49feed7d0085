import type { Command, CommandState } from "@gatehouse/contract/events/command";
import { type Kysely, sql } from "kysely";
import type { Database, Reading, Writing } from "../../platform/database.ts";

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
export async function commandsOfEvents(db: Reading, eventIds: readonly number[]): Promise<Command[]> {
  const rows = await db
    .selectFrom("commands")
    .select(columns)
    .where("eventId", "in", [...eventIds])
    .orderBy("id")
    .execute();
  return (rows as Row[]).map(commandOf);
}

/** A gate's last commands, the latest first. */
export async function commandsOfGate(db: Reading, gateId: number, limit: number): Promise<Command[]> {
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
export async function commandsById(db: Reading, ids: readonly number[]): Promise<Command[]> {
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

/** Writes down how commands ended, and tells those who show them. */
export async function endCommands(db: Database | Writing, endings: readonly Ending[]): Promise<void> {
  await sql`
    with ended as (
      update commands c set state = e.state, detail = e.detail, "endedAt" = e.at
      from unnest(${endings.map(({ id }) => id)}::bigint[], ${endings.map(({ state }) => state)}::text[],
        ${endings.map(({ detail }) => detail)}::text[], ${endings.map(({ at }) => at)}::timestamptz[])
        as e(id, state, detail, at)
      where c.id = e.id and c."endedAt" is null
    )
    select pg_notify('gatehouse_changes', 'commands')`.execute(db as unknown as Kysely<unknown>);
}

/** A server that starts to lead knows nothing of what the one before it had sent, and never sends it again. */
export async function endUnheard(db: Database, now: Date): Promise<void> {
  await db
    .updateTable("commands")
    .set({ state: "unreachable", detail: "The server stopped before it heard the answer.", endedAt: now })
    .where("state", "=", "sent")
    .where("endedAt", "is", null)
    .execute();
}

/** Takes the commands that wait, to be sent right now: once taken, nobody takes them again. */
export async function claimCommands<Row>(db: Database, now: Date): Promise<Row[]> {
  await sql`
    update commands set state = 'expired', detail = 'It waited for too long to be sent.', "endedAt" = ${now}
    where state = 'queued' and "expiresAt" <= ${now}`.execute(db);
  const { rows } = await sql<Row>`
    update commands set state = 'sent'
    where id in (select id from commands where state = 'queued' and "endedAt" is null order by id for update skip locked)
    returning id, "eventId", "gateId", module, kind, "targetKind", "targetId", "targetName", payload, state, at,
      "expiresAt", by, reason`.execute(db);
  return rows;
}
