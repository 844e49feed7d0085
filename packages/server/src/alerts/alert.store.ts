import type { Alert } from "@gatehouse/contract/entities/alert/alert.schema";
import type { AlertCause, AlertScope } from "@gatehouse/contract/entities/alert/alert-type";
import { sql } from "kysely";
import type { ReadDb, Tx } from "../platform/database/database.ts";
import { refuse } from "../platform/http/refusal.ts";

const maxAlerts = 1000;
const alertColumns = [
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

/** ALERT-6: opens an alert, or increments the count of the open one. */
export async function raiseAlert(tx: Tx, cause: AlertCause, now: Date): Promise<void> {
  const { additionalInfo, ...fields } = cause;
  const info = JSON.stringify(additionalInfo);
  await tx
    .insertInto("alerts")
    .values({ ...fields, additionalInfo: info, createdAt: now, lastSeenAt: now })
    .onConflict((conflict) =>
      conflict.columns(["type", "subject"]).where("status", "=", "new").doUpdateSet({
        count: sql`alerts.count + 1`,
        lastSeenAt: now,
        description: fields.description,
        additionalInfo: info,
      }),
    )
    .execute();
}

/** ALERT-1: newest first. */
export async function listAlerts(db: ReadDb, scope: AlertScope, withResolved: boolean): Promise<Alert[]> {
  let rows = db.selectFrom("alerts").select(alertColumns).where("scope", "=", scope);
  if (!withResolved) rows = rows.where("status", "=", "new");
  return (await rows.orderBy("createdAt", "desc").orderBy("id", "desc").limit(maxAlerts).execute()) as Alert[];
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

/** ALERT-4: idempotent. */
export async function resolveAlert(tx: Tx, id: number, now: Date): Promise<Alert> {
  await tx
    .updateTable("alerts")
    .set({ status: "resolved", resolvedAt: now })
    .where("id", "=", id)
    .where("status", "=", "new")
    .execute();
  const row = await tx.selectFrom("alerts").select(alertColumns).where("id", "=", id).executeTakeFirst();
  if (!row) throw refuse("record/not-found");
  return row as Alert;
}
