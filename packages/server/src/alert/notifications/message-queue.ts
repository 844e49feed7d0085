import { randomUUID } from "node:crypto";
import type { Alert } from "@gatehouse/contract/entities/alert";
import type { Tx } from "../../platform/database/database.ts";
import { enqueue } from "../outbox.ts";
import type { MessageSite, MessageText } from "./message-text.ts";
import type { Recipients } from "./notification-rule.store.ts";

/** The JSON body that webhooks receive. */
export const toBody = (
  kind: "alert" | "escalation" | "digest" | "test",
  rule: { readonly name: string } | null,
  { siteName }: MessageSite,
  alerts: readonly { readonly alert: Alert; readonly explains?: number }[],
): Record<string, unknown> => ({
  kind,
  site: siteName,
  rule: rule?.name ?? null,
  alerts: alerts.map(({ alert, explains = 0 }) => ({
    id: alert.id,
    type: alert.type,
    state: alert.state,
    title: alert.title,
    description: alert.description,
    createdAt: alert.createdAt,
    lastSeenAt: alert.lastSeenAt,
    count: alert.count,
    explains,
    additionalInfo: alert.additionalInfo,
  })),
});

/** Queues a message for every recipient. Each has its own entry, so that one that fails does not affect the others. */
export async function queueMessage(
  tx: Tx,
  { emails, webhookIds }: Recipients,
  { text: { subject, text }, body }: { text: MessageText; body: Record<string, unknown> },
  now: Date,
): Promise<void> {
  for (const to of emails)
    await enqueue(tx, { kind: "notification-mail", payload: { id: randomUUID(), to, subject, text } }, now);
  const webhooks = tx.selectFrom("notification_webhooks").select(["id as webhookId", "name as webhookName"]);
  const chosen = webhooks.where((row) => row("id", "=", row.fn.any(row.val([...webhookIds]))));
  for (const webhook of await chosen.orderBy("id").execute()) {
    const payload = { id: randomUUID(), ...webhook, subject, body: { ...body, at: now.toISOString() } };
    await enqueue(tx, { kind: "notification-webhook", target: String(webhook.webhookId), payload }, now);
  }
}
