import type { Handover, Station } from "@gatehouse/contract/entities/station";
import { stationErrors } from "@gatehouse/contract/entities/station.messages";
import { isCommandError } from "@gatehouse/contract/events/command";
import { sql } from "kysely";
import { listCommandsOfEvents } from "../../gate/command.store.ts";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import type { GateLimit } from "../../platform/http/gate-limit.ts";
import { httpError } from "../../platform/http/http-error.ts";
import { findOpenings } from "./manual-openings.ts";

const maxNotes = 20;
const maxHosts = 200;
const noteColumns = ["id", "eventId", "text", "by", "at"] as const;

/** The notes since the last handover, the newest first. */
export const listNotes = (db: ReadDb, gateId: number): Promise<Station["notes"]> =>
  db
    .selectFrom("station_notes")
    .select(noteColumns)
    .where("gateId", "=", gateId)
    .where(({ fn, selectFrom, eb }) =>
      eb(
        "at",
        ">",
        fn.coalesce(
          selectFrom("station_handovers")
            .select(({ fn: { max } }) => max("at").as("at"))
            .where("gateId", "=", gateId),
          sql<string>`'-infinity'::timestamptz`,
        ),
      ),
    )
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(maxNotes)
    .execute();

/** Who took over last. */
export async function findOnDuty(db: ReadDb, gateId: number): Promise<Station["onDuty"]> {
  const last = await db
    .selectFrom("station_handovers")
    .select(["by", "at as since"])
    .where("gateId", "=", gateId)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return last ?? null;
}

/** The hosts of passes with a phone, each with the latest number. Not those of passes for other gates. */
export async function listHostContacts(db: ReadDb, gateIds: GateLimit): Promise<Station["contacts"]> {
  const isVisible =
    gateIds === null
      ? sql`true`
      : sql`(select coalesce(bool_or(g."gateId" = any(${[...gateIds]}::integer[])), true)
          from access_pass_gates g where g."passId" = p.id)`;
  const { rows } = await sql<{ name: string; phone: string }>`
    select distinct on (lower(host)) host as name, "hostPhone" as phone from access_passes p
    where host is not null and "hostPhone" is not null and ${isVisible}
    order by lower(host), id desc limit ${maxHosts}`.execute(db);
  return rows;
}

interface Action {
  readonly gateId: number;
  readonly eventId: number;
  readonly by: string;
  readonly at: Date;
}

/** A guard starts or stops handling a card; a stop leaves the card of a colleague as it is. */
export async function saveHandling(tx: Tx, { gateId, eventId, by, at }: Action, isHandled: boolean): Promise<void> {
  if (!isHandled) {
    await sql`update station_cards set "handledBy" = null, "handledAt" = null
      where "eventId" = ${eventId} and "handledBy" = ${by}`.execute(tx);
    return;
  }
  await sql`
    insert into station_cards ("eventId", "gateId", "handledBy", "handledAt")
    values (${eventId}, ${gateId}, ${by}, ${at})
    on conflict ("eventId") do update set "handledBy" = excluded."handledBy", "handledAt" = excluded."handledAt"`.execute(
    tx,
  );
}

/** A guard turns a vehicle away, unless the last opening by a person let it in or still may. */
export async function saveDenial(tx: Tx, { gateId, eventId, by, at }: Action, reason: string): Promise<void> {
  const opening = findOpenings(await listCommandsOfEvents(tx, [eventId])).get(eventId);
  if (opening && !isCommandError(opening.state))
    throw httpError("event/opened", { message: stationErrors.alreadyOpened(opening.by) });
  await sql`
    insert into station_cards ("eventId", "gateId", "deniedBy", "deniedAt", reason)
    values (${eventId}, ${gateId}, ${by}, ${at}, ${reason})
    on conflict ("eventId") do update set "deniedBy" = excluded."deniedBy", "deniedAt" = excluded."deniedAt",
      reason = excluded.reason, "handledBy" = null, "handledAt" = null`.execute(tx);
}

/** Rejects a note about an event that did not happen at the gate. */
export async function rejectForeignEvent(db: ReadDb, gateId: number, eventId: number | null): Promise<void> {
  if (eventId === null) return;
  const event = await db
    .selectFrom("events")
    .select("id")
    .where("id", "=", eventId)
    .where("gateId", "=", gateId)
    .executeTakeFirst();
  if (event) return;
  const message = stationErrors.foreignEvent;
  throw httpError("request/invalid", { message, errors: [{ path: "eventId", message }] });
}

export const insertNote = (
  tx: Tx,
  note: { gateId: number; eventId: number | null; text: string; by: string; at: Date },
) => tx.insertInto("station_notes").values(note).returning(noteColumns).executeTakeFirstOrThrow();

/** The active overrides of a gate and of the site. */
export const listActiveOverrides = (db: ReadDb, gateId: number, now: Date): Promise<Handover["overrides"]> =>
  db
    .selectFrom("access_overrides")
    .select(["id", "kind", "reason", "until"])
    .where((override) => override.or([override("gateId", "is", null), override("gateId", "=", gateId)]))
    .where("since", "<=", now.toISOString())
    .where("until", ">", now.toISOString())
    .orderBy("id")
    .execute();

/** Stores what the next person acknowledged. */
export const insertHandover = (
  tx: Tx,
  { summary, ...handover }: { gateId: number; from: string | null; by: string; at: Date; summary: object },
) =>
  tx
    .insertInto("station_handovers")
    .values({ ...handover, summary: JSON.stringify(summary) })
    .returning(["by", "at as since"])
    .executeTakeFirstOrThrow();
