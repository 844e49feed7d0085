import { type Alert, alertLimits } from "@gatehouse/contract/entities/alert";
import type { AlertCause, AlertScope } from "@gatehouse/contract/entities/alert-type";
import { sql } from "kysely";
import type { ReadDb, Tx } from "../platform/database/database.ts";
import type { GateLimit } from "../platform/http/gate-limit.ts";
import { httpError } from "../platform/http/http-error.ts";
import { loadCauses } from "./alerts/alert-causes.ts";
import { loadAlertFilter } from "./alerts/alert-gates.ts";
import { alertColumns, toAlert } from "./alerts/alert-state.ts";

const maxAlerts = 1000;

/**
 * Opens an alert, or increments the count of the open one. An acknowledged one becomes active again,
 * unless the repeat follows within a minute. A fault that keeps coming and going stays one alert, and stays shelved.
 */
export async function raiseAlert(tx: Tx, cause: AlertCause, now: Date): Promise<void> {
  const { additionalInfo, ...fields } = cause;
  const info = JSON.stringify(additionalInfo);
  const recent = await listRecent(tx, cause, now);
  if (await reopenAlert(tx, cause, recent, now)) return;
  const shelf = recent.find(({ shelvedUntil }) => shelvedUntil !== null && new Date(shelvedUntil) > now);
  await tx
    .insertInto("alerts")
    .values({
      ...fields,
      additionalInfo: info,
      createdAt: now,
      lastSeenAt: now,
      activeSince: new Date(shelf?.shelvedUntil ?? now),
      shelvedUntil: shelf?.shelvedUntil ? new Date(shelf.shelvedUntil) : null,
      shelvedBy: shelf?.shelvedBy ?? null,
      shelveReason: shelf?.shelveReason ?? null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["type", "subject"])
        .where("status", "=", "new")
        .doUpdateSet({
          count: sql`alerts.count + 1`,
          lastSeenAt: now,
          description: fields.description,
          additionalInfo: info,
          ...reactivated(now),
        }),
    )
    .execute();
}

/** The columns of an acknowledged alert whose fault occurs again. */
function reactivated(now: Date) {
  const isBurst = sql`alerts."lastSeenAt" > ${new Date(now.getTime() - alertLimits.collapseMs)}`;
  const isKept = sql`alerts."acknowledgedAt" is null or ${isBurst}`;
  return {
    activeSince: sql<Date>`case when ${isKept} then alerts."activeSince" else ${now}::timestamptz end`,
    acknowledgedAt: sql<Date>`case when ${isBurst} then alerts."acknowledgedAt" end`,
    acknowledgedBy: sql<string>`case when ${isBurst} then alerts."acknowledgedBy" end`,
  };
}

interface RecentAlert {
  id: number;
  count: number;
  createdAt: string;
  lastSeenAt: string;
  shelvedUntil: string | null;
  shelvedBy: string | null;
  shelveReason: string | null;
}

/** The ended alerts of the last minute about the same fault, and the shelved ones; newest first. */
async function listRecent(tx: Tx, { type, subject }: AlertCause, now: Date): Promise<RecentAlert[]> {
  return tx
    .selectFrom("alerts")
    .select(["id", "count", "createdAt", "lastSeenAt", "shelvedUntil", "shelvedBy", "shelveReason"])
    .where("type", "=", type)
    .where("subject", "=", subject)
    .where("status", "=", "resolved")
    .where("resolvedBy", "is", null)
    .where((row) =>
      row.or([
        row("lastSeenAt", ">", new Date(now.getTime() - alertLimits.collapseMs).toISOString()),
        row("shelvedUntil", ">", now.toISOString()),
      ]),
    )
    .orderBy("id", "desc")
    .forUpdate()
    .execute();
}

/** From the third time within a minute on, a fault that came and went is one alert with a count. */
async function reopenAlert(tx: Tx, cause: AlertCause, recent: readonly RecentAlert[], now: Date): Promise<boolean> {
  const repeats = recent.filter(({ lastSeenAt }) => clockMs(lastSeenAt) > now.getTime() - alertLimits.collapseMs);
  const count = repeats.reduce((sum, repeat) => sum + repeat.count, 1);
  const [latest, ...earlier] = repeats;
  if (latest === undefined || count < alertLimits.collapseFrom) return false;
  const ids = earlier.map(({ id }) => id);
  if (ids.length > 0) await tx.deleteFrom("alerts").where("id", "in", ids).execute();
  await tx
    .updateTable("alerts")
    .set({
      status: "new",
      resolvedAt: null,
      count,
      createdAt: new Date(Math.min(...repeats.map(({ createdAt }) => clockMs(createdAt)))),
      lastSeenAt: now,
      description: cause.description,
      additionalInfo: JSON.stringify(cause.additionalInfo),
    })
    .where("id", "=", latest.id)
    .execute();
  return true;
}

const clockMs = (at: string) => new Date(at).getTime();

/** Newest first. Of the alerts that a person with this limit may see. */
export async function listAlerts(
  db: ReadDb,
  { scope, withResolved, limit = null }: { scope?: AlertScope; withResolved: boolean; limit?: GateLimit },
  now: Date,
): Promise<Alert[]> {
  let rows = db.selectFrom("alerts").orderBy("createdAt", "desc").orderBy("id", "desc");
  if (scope !== undefined) rows = rows.where("scope", "=", scope);
  if (!withResolved) rows = rows.where("status", "=", "new");
  if (limit !== null) {
    // Before the maximum number: newer alerts of other gates must not hide their own.
    const isShown = await loadAlertFilter(db, limit);
    const own = (await rows.select(["id", "additionalInfo"]).execute()).filter((row) =>
      isShown({ additionalInfo: row.additionalInfo as Alert["additionalInfo"] }),
    );
    rows = rows.where("id", "in", [0, ...own.slice(0, maxAlerts).map(({ id }) => id)]);
  }
  const found = await rows.select(alertColumns).limit(maxAlerts).execute();
  const causeOf = await loadCauses(db);
  return found.map((row) => toAlert(row, causeOf, now));
}

/** Resolves the open alert of a type and subject, if there is one. */
export async function resolveAlertsOf(
  tx: Tx,
  { type, subject }: Pick<AlertCause, "type" | "subject">,
  now: Date,
): Promise<void> {
  await tx
    .updateTable("alerts")
    .set({ status: "resolved", resolvedAt: now })
    .where("type", "=", type)
    .where("subject", "=", subject)
    .where("status", "=", "new")
    .execute();
}

/** Idempotent. An alert that a person resolves also leaves the shelf. */
export async function resolveAlert(tx: Tx, id: number, now: Date, by: string | null = null): Promise<void> {
  const byPerson = by !== null && { resolvedBy: by, shelvedUntil: null, shelvedBy: null, shelveReason: null };
  await tx
    .updateTable("alerts")
    .set({ status: "resolved", resolvedAt: now, ...byPerson })
    .where("id", "=", id)
    .where("status", "=", "new")
    .execute();
}

/** Loads an alert; rejects an unknown id. */
export async function loadAlert(tx: ReadDb | Tx, id: number, now: Date): Promise<Alert> {
  const row = await tx.selectFrom("alerts").select(alertColumns).where("id", "=", id).executeTakeFirst();
  if (!row) throw httpError("record/not-found");
  return toAlert(row, await loadCauses(tx), now);
}
