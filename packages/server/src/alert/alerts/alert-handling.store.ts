import { type BackgroundJob, startJob } from "../../platform/background-job.ts";
import type { Database, Tx } from "../../platform/database/database.ts";
import { httpError } from "../../platform/http/http-error.ts";
import type { Services } from "../../platform/services.ts";

const shelfIntervalMs = 1_000;

interface Handling {
  readonly id: number;
  readonly by: string;
  readonly now: Date;
}

const offShelf = { shelvedUntil: null, shelvedBy: null, shelveReason: null };
const unacknowledged = { acknowledgedAt: null, acknowledgedBy: null };

/** Marks an alert as taken care of; idempotent. A shelved one leaves the shelf. */
export async function acknowledgeAlert(tx: Tx, { id, by, now }: Handling): Promise<void> {
  await rejectResolved(tx, id);
  await tx
    .updateTable("alerts")
    .set({ acknowledgedAt: now, acknowledgedBy: by, ...offShelf })
    .where("id", "=", id)
    .where((row) => row.or([row("acknowledgedAt", "is", null), row("shelvedUntil", "is not", null)]))
    .execute();
}

/** Hides an alert for a time. It returns as active, because the person who acknowledged it may be off duty by then. */
export async function shelveAlert(
  tx: Tx,
  { id, by, now }: Handling,
  { minutes, reason }: { minutes: number; reason: string },
): Promise<void> {
  await rejectResolved(tx, id);
  const shelvedUntil = new Date(now.getTime() + minutes * 60_000);
  await tx
    .updateTable("alerts")
    .set({ shelvedUntil, shelvedBy: by, shelveReason: reason, activeSince: shelvedUntil, ...unacknowledged })
    .where("id", "=", id)
    .execute();
}

/** Returns an alert from the shelf; idempotent. */
export async function unshelveAlert(tx: Tx, { id, now }: Handling): Promise<void> {
  await rejectResolved(tx, id);
  await tx
    .updateTable("alerts")
    .set({ ...offShelf, activeSince: now })
    .where("id", "=", id)
    .where("shelvedUntil", ">", now.toISOString())
    .execute();
}

async function rejectResolved(tx: Tx, id: number): Promise<void> {
  const row = await tx.selectFrom("alerts").select("status").where("id", "=", id).forUpdate().executeTakeFirst();
  if (!row) throw httpError("record/not-found");
  if (row.status === "resolved") throw httpError("alert/resolved");
}

/** Takes alerts off the shelf whose time has ended, which also notifies browsers. */
export async function returnShelved(db: Database, now: Date): Promise<void> {
  const due = await db
    .selectFrom("alerts")
    .select("id")
    .where("status", "=", "new")
    .where("shelvedUntil", "<=", now.toISOString())
    .execute();
  // A statement notifies browsers even if it changes no row.
  if (due.length === 0) return;
  await db
    .updateTable("alerts")
    .set(offShelf)
    .where(
      "id",
      "in",
      due.map(({ id }) => id),
    )
    .where("shelvedUntil", "<=", now.toISOString())
    .execute();
}

/** The leader's check of the shelf. */
export function startShelf({ db, clock, log }: Pick<Services, "db" | "clock" | "log">): BackgroundJob {
  return startJob("shelved alerts", log, async () => {
    await returnShelved(db, clock.now());
    return { waitMs: shelfIntervalMs };
  });
}
