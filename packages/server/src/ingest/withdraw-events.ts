import { sql } from "kysely";
import { notifyChange, notifyEvents } from "../platform/database/channels.ts";
import type { Database } from "../platform/database/database.ts";

const detail = "Its push was refused because the database did not answer in time, so it was not sent.";

/**
 * SAFE-5: corrects events whose commit was under way when their push was refused: they are late, nothing was sent for
 * them, and the vehicle may be let in at its next sighting.
 */
export async function withdrawEvents(
  db: Database,
  events: readonly { id: number; occurredAt: Date }[],
  heldBack: readonly { id: number }[],
  now: Date,
): Promise<void> {
  const ids = events.map(({ id }) => id);
  const heldIds = heldBack.map(({ id }) => id);
  await db.transaction().execute(async (tx) => {
    await sql`
      update events e set timing = 'late' from unnest(${ids}::bigint[], ${events.map((event) => event.occurredAt)}::timestamptz[])
        as refused(id, at) where e.id = refused.id and e."occurredAt" = refused.at`.execute(tx);
    await tx.deleteFrom("passages").where("eventId", "in", ids).execute();
    await tx.deleteFrom("reservation_uses").where("eventId", "in", ids).execute();
    await tx
      .updateTable("commands")
      .set({ state: "expired", detail, endedAt: now })
      .where("eventId", "in", ids)
      .where("endedAt", "is", null)
      // What another process has taken was sent before the refusal, and that process tells how it ended.
      .where((where) => where.or([where("state", "=", "queued"), where("id", "=", where.fn.any(where.val(heldIds)))]))
      .execute();
    await sql`select ${notifyEvents(ids)}, ${notifyChange("commands")}`.execute(tx);
  });
}
