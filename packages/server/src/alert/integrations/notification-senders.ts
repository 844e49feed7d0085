import { createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { AlertCause } from "@gatehouse/contract/entities/alert-type";
import { webhookSecretPrefix } from "@gatehouse/contract/entities/notification";
import { mailPasswordUnreadable, signingSecretUnreadable } from "@gatehouse/contract/entities/notification.messages";
import { type DeviceResult, failed, success } from "@gatehouse/drivers/device-result";
import type { Tx } from "../../platform/database/database.ts";
import type { Services } from "../../platform/services.ts";
import { resolveAlertsOf } from "../alert.store.ts";
import { sendMail } from "../outbound/smtp-client.ts";
import { integrationHttp } from "../site-http.ts";
import { loadMailServer } from "./mail-server.store.ts";
import { loadWebhook } from "./webhook.store.ts";

/** An e-mail to one recipient. */
export interface MailNotice {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** A file in the data folder, and the text that is sent if it was deleted. */
  readonly attachment?: { readonly path: string; readonly filename: string; readonly textIfDeleted: string };
}

export interface WebhookNotice {
  readonly id: string;
  readonly webhookId: number;
  readonly webhookName: string;
  /** For the list of pending messages. */
  readonly subject: string;
  /** Sent as JSON. */
  readonly body: Readonly<Record<string, unknown>>;
}

type SendingServices = Pick<Services, "db" | "secrets" | "clock">;

/** Sends an e-mail with the site's mail server. */
export async function sendMailNotice(
  { id, to, subject, text, attachment }: MailNotice,
  { db, secrets }: SendingServices,
): Promise<DeviceResult<null>> {
  const server = await loadMailServer(db, secrets);
  if (!server) return failed("unreachable", "No mail server set.");
  if (server.isPasswordUnreadable) return failed("wrong-credentials", `${mailPasswordUnreadable}.`);
  const { username, password, sender } = server;
  const login = username === null ? undefined : { user: username, pass: password ?? "" };
  const mail = { id, from: sender, to, subject, text };
  if (!attachment) return sendMail(db, { ...server, login }, mail);
  // Sent without it if its retention ended while the mail server was unavailable.
  const content = await readFile(attachment.path).catch(() => undefined);
  const file = content && { filename: attachment.filename, content };
  const sentText = file ? text : attachment.textIfDeleted;
  return sendMail(db, { ...server, login }, { ...mail, text: sentText, ...(file && { attachment: file }) });
}

/** Sends a message to a webhook, signed as in the Standard Webhooks specification. */
export async function sendWebhookNotice(
  { id, webhookId, body }: WebhookNotice,
  { db, secrets, clock }: SendingServices,
): Promise<DeviceResult<null>> {
  const webhook = await loadWebhook(db, secrets, webhookId);
  if (!webhook) return failed("unreachable", "The webhook was deleted.");
  if (webhook.signingSecret === undefined) return failed("wrong-credentials", `${signingSecretUnreadable}.`);
  const text = JSON.stringify(body);
  const timestamp = String(Math.floor(clock.now().getTime() / 1_000));
  const headers = {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signWebhook(webhook.signingSecret, `${id}.${timestamp}.${text}`)}`,
  };
  const response = await integrationHttp(db)({ method: "POST", url: webhook.url, headers, text });
  if (!response.ok) return response;
  const { status } = response.value;
  if (status >= 200 && status < 300) return success(null);
  return failed("refused", `The webhook responded with status ${status}.`);
}

function signWebhook(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(webhookSecretPrefix.length), "base64");
  return createHmac("sha256", key).update(content).digest("base64");
}

const mailSubject = ({ to }: MailNotice) => `e-mail to ${to}`;
const webhookSubject = ({ webhookId }: WebhookNotice) => `webhook ${webhookId}`;

const addError = (subject: string, description: string, error: string): AlertCause => ({
  type: "NOTIFICATION_FAILED",
  scope: "ac",
  subject,
  title: "Notifications not delivered",
  description: `${description} Sending is retried until it succeeds.`,
  additionalInfo: { error },
});

/** The sender of e-mails. A delivered message ends the alert of its recipient. */
export const mailSender = {
  send: sendMailNotice,
  onDelivered: (tx: Tx, notice: MailNotice, at: Date) =>
    resolveAlertsOf(tx, { type: "NOTIFICATION_FAILED", subject: mailSubject(notice) }, at),
  alert: (notice: MailNotice, error: string) =>
    addError(mailSubject(notice), `"${notice.subject}" was not sent to ${notice.to}.`, error),
};

export const webhookSender = {
  send: sendWebhookNotice,
  onDelivered: (tx: Tx, notice: WebhookNotice, at: Date) =>
    resolveAlertsOf(tx, { type: "NOTIFICATION_FAILED", subject: webhookSubject(notice) }, at),
  alert: (notice: WebhookNotice, error: string) =>
    addError(
      webhookSubject(notice),
      `"${notice.subject}" was not accepted by the webhook ${notice.webhookName}.`,
      error,
    ),
};
