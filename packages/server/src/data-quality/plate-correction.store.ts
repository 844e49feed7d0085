import { correctionFaults } from "@gatehouse/contract/entities/event/event.messages";
import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import { sql } from "kysely";
import { notifyChange } from "../platform/database/channels.ts";
import type { ReadDb, Tx } from "../platform/database/database.ts";
import { type GateLimit, isOwnGate } from "../platform/http/gate-access.ts";
import { refuse } from "../platform/http/refusal.ts";

const columns = ["id", "lp", "by", "at"] as const;

/** RULE-10: stores the correction of a plate. The event keeps what was read, and nothing is commanded. */
export async function correctPlate(
  tx: Tx,
  { module, id, gateIds }: { module: string; id: number; gateIds: GateLimit },
  { lp, by, at }: { lp: string; by: string; at: Date },
) {
  const event = await tx
    .selectFrom("events")
    .select(["occurredAt", "cameraId", "gateId", "plateNormalized"])
    .where("id", "=", id)
    .where("module", "=", module)
    .where("plateNormalized", "is not", null)
    .executeTakeFirst();
  if (!event || !isOwnGate(gateIds, event.gateId)) throw refuse("record/not-found");
  const lpNormalized = normalizeIdentifier(lp);
  const readNormalized = event.plateNormalized ?? "";
  if (lpNormalized === readNormalized) {
    const message = correctionFaults.unchanged;
    throw refuse("request/invalid", { message, errors: [{ path: "lp", message }] });
  }
  const occurredAt = new Date(event.occurredAt);
  const stored = await tx
    .insertInto("event_corrections")
    .values({ eventId: id, occurredAt, cameraId: event.cameraId, readNormalized, lp, lpNormalized, by, at })
    .returning(columns)
    .executeTakeFirstOrThrow();
  // The page of the device counts corrections too.
  await sql`select ${notifyChange("data_quality")}`.execute(tx);
  return stored;
}

/** RULE-10: the latest correction of an event. */
export const findCorrection = async (db: ReadDb, eventId: number) =>
  (await db
    .selectFrom("event_corrections")
    .select(columns)
    .where("eventId", "=", eventId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst()) ?? null;
