import { crud } from "../../crud.ts";
import { defineEndpoints } from "../../endpoint.ts";
import { hardwareResult } from "../../fields/hardware-result.ts";
import { idParams } from "../../fields/record.ts";
import { mailServer, mailServerDraft, mailTestDraft } from "./mail-server.schema.ts";
import { notificationRule, notificationRuleDraft, webhook, webhookDraft } from "./notification.schema.ts";

const tag = "Notifications";
// Both contain addresses of people and other systems.
const permissions = { read: "devices", write: "devices" } as const;

/** NOTE-1: the mail server, and the test buttons of NOTE-4. */
export const notificationEndpoints = defineEndpoints(permissions, {
  "GET /notifications/mail-server": { tag, summary: "The server that sends e-mail", answer: mailServer },
  "PUT /notifications/mail-server": {
    tag,
    summary: "Change the server that sends e-mail; an empty host stops it",
    body: mailServerDraft,
    roundTrip: true,
    answer: mailServer,
    faults: ["record/changed"],
  },
  "POST /notifications/mail-server/test": {
    tag,
    actsOn: "mail_server",
    summary: "Send a test e-mail now",
    body: mailTestDraft,
    answer: hardwareResult,
  },
  "POST /notifications/webhooks/{id}/test": {
    tag,
    actsOn: "notification_webhooks",
    summary: "Send a test message to a webhook now",
    params: idParams,
    answer: hardwareResult,
    faults: ["record/not-found"],
  },
  "POST /notifications/rules/{id}/test": {
    tag,
    actsOn: "notification_rules",
    summary: "Send a test message to every recipient of a rule now",
    params: idParams,
    answer: hardwareResult,
    faults: ["record/not-found"],
  },
});

/** NOTE-1: CRUD of webhooks. */
export const webhookEndpoints = crud({
  tag,
  noun: "webhook",
  permissions,
  path: "/notifications/webhooks",
  list: { path: "/notifications/webhooks" },
  change: { PUT: webhookDraft },
  record: webhook,
  draft: webhookDraft,
});

/** NOTE-1, NOTE-2: CRUD of notification rules. */
export const notificationRuleEndpoints = crud({
  tag,
  noun: "notification rule",
  permissions,
  path: "/notifications/rules",
  list: { path: "/notifications/rules" },
  change: { PUT: notificationRuleDraft },
  record: notificationRule,
  draft: notificationRuleDraft,
});
