import { sql } from "kysely";
import { notifyChange, notifyEvents } from "../platform/database/channels.ts";
import type { Database } from "../platform/database/database.ts";

const detail = "Not sent: the database did not respond in time, so the push was refused.";

/**
 * SAFE-5: corrects events whose push was refused during their commit: they become late, their commands expire unsent, and
 * their passages are removed so that the next read of the vehicle is decided again.
 */
export async function withdrawEvents(
  db: Database,
  events: readonly { id: number; occurredAt: Date }[],
  unsentCommands: readonly { id: number }[],
  now: Date,
): Promise<void> {
  const ids = events.map(({ id }) => id);
  const unsentIds = unsentCommands.map(({ id }) => id);
  await db.transaction().execute(async (tx) => {
    await sql`
      update events e set timing = 'late' from unnest(${ids}::bigint[], ${events.map((event) => event.occurredAt)}::timestamptz[])
        as refused(id, at) where e.id = refused.id and e."occurredAt" = refused.at`.execute(tx);
    await tx.deleteFrom("passages").where("eventId", "in", ids).execute();
    await tx.deleteFrom("passage_holds").where("eventId", "in", ids).execute();
    await tx.deleteFrom("access_pass_uses").where("eventId", "in", ids).execute();
    await tx.deleteFrom("reservation_uses").where("eventId", "in", ids).execute();
    await tx
      .updateTable("commands")
      .set({ state: "expired", detail, endedAt: now })
      .where("eventId", "in", ids)
      .where("endedAt", "is", null)
      // A command that another process has claimed was sent before the refusal, and that process saves its result.
      .where((where) => where.or([where("state", "=", "queued"), where("id", "=", where.fn.any(where.val(unsentIds)))]))
      .execute();
    await sql`select ${notifyEvents(ids)}, ${notifyChange("commands")}`.execute(tx);
  });
}
