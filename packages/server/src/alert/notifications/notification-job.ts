import { type Alert, alertTopicOf } from "@gatehouse/contract/entities/alert";
import { type AlertType, alertTypes } from "@gatehouse/contract/entities/alert-type";
import { notificationLimits } from "@gatehouse/contract/entities/notification";
import { minuteOfDay } from "@gatehouse/contract/fields/time";
import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import {
  type IsSent,
  lastTimeAt,
  minuteAt,
  type PlannedMessage,
  planMessages,
} from "@gatehouse/engine/notifications/plan-messages";
import { sql } from "kysely";
import { loadRequiredConfigs } from "../../house/required-config.store.ts";
import { type BackgroundJob, startJob } from "../../platform/background-job.ts";
import { notifyChange } from "../../platform/database/channels.ts";
import type { Tx } from "../../platform/database/database.ts";
import type { Services } from "../../platform/services.ts";
import { alertColumns, toAlert } from "../alerts/alert-state.ts";
import { listActiveAlerts, type OpenAlert } from "./active-alert.store.ts";
import { queueMessage, toBody } from "./message-queue.ts";
import { formatAlerts, formatDigest, type MessageSite } from "./message-text.ts";
import { listEnabledRules, recipientsOf, type StoredRule, toPlannedRule } from "./notification-rule.store.ts";

const maxAlerts = 500;

/** Queues the digests whose time has come since the last one. */
async function sendDigests(
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
    await db.transaction().execute((tx) => queueDigest(tx, rule, site, { due, now }));
  }
}

async function queueDigest(
  tx: Tx,
  rule: StoredRule,
  site: MessageSite,
  { due, now }: { due: Date; now: Date },
): Promise<void> {
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

const intervalMs = 1_000;

/** Queues the messages of all rules. Only the leader runs it. */
export function startNotifications(services: Services): BackgroundJob {
  return startJob("notifications", services.log, async () => {
    await sendNotifications(services);
    return { waitMs: intervalMs };
  });
}

/** Queues everything that is due. */
export async function sendNotifications(services: Pick<Services, "db" | "clock">): Promise<void> {
  const { db, clock } = services;
  const rules = await listEnabledRules(db);
  if (rules.length === 0) return;
  const site = await loadRequiredConfigs(db);
  const alerts = await listActiveAlerts(services);
  const plan = planMessages(
    rules.map(toPlannedRule),
    alerts.map(({ planned }) => planned),
    await loadSent(db, alerts),
    { minute: minuteAt(clock.now(), site.timeZone), rootCauseMs: notificationLimits.rootCauseMs },
  );
  for (const message of plan) {
    const rule = rules.find(({ id }) => id === message.ruleId);
    const own = alerts.filter(({ alert }) => message.alertIds.includes(alert.id));
    if (rule) await db.transaction().execute((tx) => queueStep(tx, { rule, message, alerts: own, site }, clock.now()));
  }
  await sendDigests(services, rules, site);
}

/** Which steps were already sent, for each activation of the alerts. */
async function loadSent(db: Services["db"], alerts: readonly OpenAlert[]): Promise<IsSent> {
  const ids = alerts.map(({ alert }) => alert.id);
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom("notification_log")
          .select(["ruleId", "alertId", "activeSince", "step"])
          .where("alertId", "in", ids)
          .execute();
  const key = (ruleId: number, alertId: number, since: Date, step: number) =>
    `${ruleId} ${alertId} ${since.getTime()} ${step}`;
  const sent = new Set(
    rows.map(({ ruleId, alertId, activeSince, step }) => key(ruleId, alertId, new Date(activeSince), step)),
  );
  return (ruleId, { id, activeSince }, step) => sent.has(key(ruleId, id, activeSince, step));
}

interface Step {
  rule: StoredRule;
  message: PlannedMessage;
  alerts: readonly OpenAlert[];
  site: MessageSite;
}

/** Queues one step for its recipients, and records it in the same transaction. */
async function queueStep(tx: Tx, { rule, message: { step }, alerts, site }: Step, now: Date): Promise<void> {
  const isInBrowser = rule.isInBrowser && step === 0;
  await tx
    .insertInto("notification_log")
    .values(
      alerts.map(({ planned: { id, activeSince } }) => ({
        ...{ ruleId: rule.id, alertId: id, activeSince, step },
        at: now,
        isInBrowser,
      })),
    )
    .execute();
  const afterMinutes = rule.escalation[step - 1]?.afterMinutes;
  const text = formatAlerts(site, rule.name, alerts, afterMinutes);
  const kind = step === 0 ? "alert" : "escalation";
  await queueMessage(tx, recipientsOf(rule, step), { text, body: toBody(kind, rule, site, alerts) }, now);
  if (isInBrowser) await sql`select ${notifyChange("notices")}`.execute(tx);
}
