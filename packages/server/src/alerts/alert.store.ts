import type { Alert } from "@gatehouse/contract/entities/alert/alert.schema";
import type { AlertCause, AlertScope } from "@gatehouse/contract/entities/alert/alert-type";
import { sql } from "kysely";
import type { ReadDb, Tx } from "../platform/database/database.ts";
import { refuse } from "../platform/http/refusal.ts";

const most = 1000;
const answered = [
  "id",
  "type",
  "scope",
  "status",
  "title",
  "description",
  "createdAt",
  "count",
  "lastSeenAt",
  "resolvedAt",
  "additionalInfo",
] as const;

/** ALERT-6: opens an alert, or counts one more for the alert that is open already. */
export async function raiseAlert(tx: Tx, cause: AlertCause, now: Date): Promise<void> {
  const { additionalInfo, ...words } = cause;
  const info = JSON.stringify(additionalInfo);
  await tx
    .insertInto("alerts")
    .values({ ...words, additionalInfo: info, createdAt: now, lastSeenAt: now })
    .onConflict((conflict) =>
      conflict.columns(["type", "subject"]).where("status", "=", "new").doUpdateSet({
        count: sql`alerts.count + 1`,
        lastSeenAt: now,
        description: words.description,
        additionalInfo: info,
      }),
    )
    .execute();
}

/** ALERT-1: newest first. */
export async function listAlerts(db: ReadDb, scope: AlertScope, withResolved: boolean): Promise<Alert[]> {
  let rows = db.selectFrom("alerts").select(answered).where("scope", "=", scope);
  if (!withResolved) rows = rows.where("status", "=", "new");
  return (await rows.orderBy("createdAt", "desc").orderBy("id", "desc").limit(most).execute()) as Alert[];
}

/** ALERT-4: resolving what is resolved already changes nothing. */
export async function resolveAlert(tx: Tx, id: number, now: Date): Promise<Alert> {
  await tx
    .updateTable("alerts")
    .set({ status: "resolved", resolvedAt: now })
    .where("id", "=", id)
    .where("status", "=", "new")
    .execute();
  const row = await tx.selectFrom("alerts").select(answered).where("id", "=", id).executeTakeFirst();
  if (!row) throw refuse("record/not-found");
  return row as Alert;
}
