import { sql } from "kysely";
import { type BackgroundJob, startJob } from "../../platform/background-job.ts";
import type { Services } from "../../platform/services.ts";
import { enqueue, notifyOutboxChange } from "../outbox.ts";

const intervalMs = 10_000;

interface EndedDay {
  day: string;
  rows: number;
  startSeal: string;
  endSeal: string;
}

/** Queues the seal of each ended day for the receiver. Runs in the leader only. */
export function startAuditDays(services: Services): BackgroundJob {
  return startJob("audit days", services.log, async () => {
    await queueEndedDays(services);
    return { waitMs: intervalMs };
  });
}

/** Queues the seals of the days that have ended since the last one; for a new receiver only the last day's. */
export function queueEndedDays({ db, clock }: Services): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const receiver = await tx.selectFrom("audit_receiver").select(["url", "queuedUpTo"]).forUpdate().executeTakeFirst();
    if (!receiver || receiver.url === "") return;
    const now = clock.now();
    const { rows: days } = await sql<EndedDay>`
      select day, rows, "startSeal", "endSeal" from audit_days
      where day < ${now.toISOString().slice(0, 10)} and day > ${receiver.queuedUpTo ?? ""}
      order by day`.execute(tx);
    const due = receiver.queuedUpTo === null ? days.slice(-1) : days;
    for (const day of due) await enqueue(tx, { kind: "audit-day", payload: { ...day, product: "Gatehouse" } }, now);
    const last = due.at(-1);
    if (!last) return;
    await tx.updateTable("audit_receiver").set({ queuedUpTo: last.day }).execute();
    await notifyOutboxChange(tx);
  });
}
