import { type Alert, alertTopicOf } from "@gatehouse/contract/entities/alert";
import { type AlertType, alertTypes } from "@gatehouse/contract/entities/alert-type";
import { minuteOfDay } from "@gatehouse/contract/fields/time";
import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import { lastTimeAt } from "@gatehouse/engine/notifications/digest-time";
import { alertColumns, toAlert } from "../alerts/alert-state.ts";
import type { Tx } from "../platform/database/database.ts";
import type { Services } from "../platform/services.ts";
import { queueMessage, toBody } from "./message-queue.ts";
import { formatDigest, type MessageSite } from "./message-text.ts";
import type { StoredRule } from "./notification-rule.store.ts";

const maxAlerts = 500;

/** NOTE-2: queues the digests whose time has come since the last one. */
export async function sendDigests(
  { db, clock }: Pick<Services, "db" | "clock">,
  rules: readonly StoredRule[],
  site: MessageSite,
): Promise<void> {
  const now = clock.now();
  for (const rule of rules) {
    if (rule.digestAt === null) continue;
    const due = lastTimeAt(minuteOfDay(rule.digestAt), now, site.timeZone);
    if (due < rule.since) continue;
    if (rule.lastDigestAt !== null && rule.lastDigestAt >= due) continue;
    await db.transaction().execute((tx) => queueDigest(tx, rule, due, site, now));
  }
}

async function queueDigest(tx: Tx, rule: StoredRule, due: Date, site: MessageSite, now: Date): Promise<void> {
  await tx.updateTable("notification_positions").set({ lastDigestAt: due }).where("ruleId", "=", rule.id).execute();
  const from = rule.lastDigestAt ?? new Date(due.getTime() - dayMs);
  const alerts = await listDigestAlerts(tx, rule, from, now);
  const body = toBody(
    "digest",
    rule,
    site,
    alerts.map((alert) => ({ alert })),
  );
  await queueMessage(tx, rule, { text: formatDigest(site, rule.name, alerts), body }, now);
}

/** The open alerts of a rule's topics, and those that were raised since the previous digest. */
async function listDigestAlerts(tx: Tx, { topics }: StoredRule, from: Date, now: Date): Promise<Alert[]> {
  const types = alertTypes.filter((type: AlertType) => topics.includes(alertTopicOf[type]));
  const rows = await tx
    .selectFrom("alerts")
    .select(alertColumns)
    .where("type", "in", types)
    .where((row) => row.or([row("status", "=", "new"), row("lastSeenAt", ">", from.toISOString())]))
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(maxAlerts)
    .execute();
  return rows.map((row) => toAlert(row, () => null, now));
}
