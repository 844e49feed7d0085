import { correctionErrors } from "@gatehouse/contract/entities/event.messages";
import { isMisread } from "@gatehouse/contract/fields/confusable";
import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import type { NotNull } from "kysely";
import { sql } from "kysely";
import { notifyChange, notifyEvents } from "../../platform/database/channels.ts";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import { type GateLimit, isOwnGate } from "../../platform/http/gate-limit.ts";
import { httpError } from "../../platform/http/http-error.ts";
import { listTagConfusions } from "./confusion.store.ts";

const columns = ["id", "lp", "reason", "isRemembered", "by", "at"] as const;

interface Correction {
  readonly plate: string;
  readonly reason: string;
  readonly remember: boolean;
  readonly by: string;
  readonly at: Date;
}

/** Stores the correction of a plate. The event keeps what was read, and nothing is commanded. */
export async function correctPlate(
  tx: Tx,
  { module, id, gateIds }: { module: string; id: number; gateIds: GateLimit },
  { plate: lp, reason, remember, by, at }: Correction,
) {
  const event = await tx
    .selectFrom("events")
    .select(["occurredAt", "cameraId", "gateId", "plateNormalized"])
    .where("id", "=", id)
    .where("module", "=", module)
    .where("plateNormalized", "is not", null)
    .$narrowType<{ plateNormalized: NotNull }>()
    .executeTakeFirst();
  if (!event || !isOwnGate(gateIds, event.gateId)) throw httpError("record/not-found");
  const lpNormalized = normalizeIdentifier(lp);
  const readNormalized = event.plateNormalized;
  // A wrong correction is taken back by correcting it to what was read.
  const corrected = await findCorrection(tx, id);
  const isSame = lpNormalized === normalizeIdentifier(corrected?.lp ?? readNormalized);
  // What the camera learned is taken back by the same correction without it.
  if (isSame && (remember || !corrected?.isRemembered)) {
    const message = corrected ? correctionErrors.again : correctionErrors.unchanged;
    throw httpError("request/invalid", { message, errors: [{ path: "plate", message }] });
  }
  if (remember && !isMisread(readNormalized, lpNormalized, await listTagConfusions(tx, event.cameraId))) {
    const message = correctionErrors.notAlike;
    throw httpError("request/invalid", { message, errors: [{ path: "remember", message }] });
  }
  const occurredAt = new Date(event.occurredAt);
  const stored = await tx
    .insertInto("event_corrections")
    .values({
      eventId: id,
      occurredAt,
      cameraId: event.cameraId,
      readNormalized,
      lp,
      lpNormalized,
      reason,
      isRemembered: remember,
      by,
      at,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  await sql`select ${notifyEvents([id])}, ${notifyChange("events")}`.execute(tx);
  // The page of the device counts corrections too.
  await sql`select ${notifyChange("data_quality")}`.execute(tx);
  return stored;
}

/** The latest correction of an event. */
export const findCorrection = async (db: ReadDb, eventId: number) =>
  (await db
    .selectFrom("event_corrections")
    .select(columns)
    .where("eventId", "=", eventId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst()) ?? null;

/** The latest correction of each of some events. */
export async function listCorrections(db: ReadDb, eventIds: readonly number[]) {
  if (eventIds.length === 0) return new Map<number, NonNullable<Awaited<ReturnType<typeof findCorrection>>>>();
  const rows = await db
    .selectFrom("event_corrections")
    .distinctOn("eventId")
    .select([...columns, "eventId"])
    .where("eventId", "in", [...eventIds])
    .orderBy("eventId")
    .orderBy("id", "desc")
    .execute();
  return new Map(rows.map(({ eventId, ...correction }) => [eventId, correction]));
}
