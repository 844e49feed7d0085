import * as z from "zod";
import { assertFound } from "../assert-found.ts";
import { crud } from "../crud.ts";
import { defineEndpoints } from "../endpoint.ts";
import { host } from "../fields/address.ts";
import { codeList } from "../fields/code-list.ts";
import { emailAddress } from "../fields/email.ts";
import { hardwareResult } from "../fields/hardware-result.ts";
import { port } from "../fields/number.ts";
import { idParams, recordId, version } from "../fields/record.ts";
import { required, requiredOr } from "../fields/required.ts";
import { optionalText, requiredText } from "../fields/text.ts";
import { instant, minuteOfDay, optionalClockTime } from "../fields/time.ts";
import { integrationUrl, isLoopbackHost } from "../fields/url.ts";
import { type NotificationTopic, notificationTopics } from "../notification-topics.ts";

export const notificationLimits = {
  maxEmails: 50,
  maxWebhooks: 20,
  maxEscalationSteps: 3,
  maxEscalationMinutes: 1_440,
  /** How long a message waits in which an alert could turn out to be the consequence of another fault. */
  rootCauseMs: 10_000,
} as const;

/** How the connection to the mail server is encrypted, with its title. */
export const mailSecurities = {
  starttls: "STARTTLS (usually port 587)",
  tls: "TLS (usually port 465)",
  none: "Not encrypted (usually port 25)",
} as const;

export type MailSecurity = keyof typeof mailSecurities;

/** A mail server before it is set up. */
export const mailServerDefaults = { port: 587, security: "starttls" } as const;

/** The prefix of signing secrets in the Standard Webhooks specification. */
export const webhookSecretPrefix = "whsec_";

const secretRule = `Must be ${webhookSecretPrefix} and 24 to 64 bytes in Base64. "Generate" creates one.`;

function isSigningSecret(text: string): boolean {
  if (!text.startsWith(webhookSecretPrefix)) return false;
  const encoded = text.slice(webhookSecretPrefix.length);
  const bytes = Math.floor((encoded.replace(/={1,2}$/, "").length * 3) / 4);
  return /^[A-Za-z0-9+/]+={0,2}$/.test(encoded) && bytes >= 24 && bytes <= 64;
}

export const webhookDraft = z.strictObject({
  name: requiredText(60),
  url: integrationUrl,
  /** Never returned; if absent, the stored one is kept. */
  signingSecret: z
    .union([z.literal("").transform(() => undefined), requiredText(200).refine(isSigningSecret, secretRule)])
    .optional(),
});

/** A webhook as the server returns it, with the state of the delivery. */
export const webhook = z.object({
  id: recordId,
  version,
  name: z.string(),
  url: z.string(),
  /** The signing secret can't be decrypted. */
  isSecretUnreadable: z.boolean(),
  /** The number of messages that wait to be delivered. */
  waiting: z.int(),
  /** Why the last attempt failed; null if none waits. */
  lastFault: z.string().nullable(),
  lastDeliveredAt: instant.nullable(),
});
webhook.register(z.globalRegistry, { id: "Webhook", description: "A webhook, with the state of the delivery" });

export type Webhook = z.output<typeof webhook>;

const { maxEmails, maxWebhooks, maxEscalationSteps, maxEscalationMinutes } = notificationLimits;
const isUnique = (list: readonly unknown[]) => new Set(list).size === list.length;

const emails = z
  .array(emailAddress, "Must be a list of e-mail addresses")
  .max(maxEmails, `At most ${maxEmails} addresses`)
  .refine(isUnique, "Duplicate address")
  .default([]);

const webhookIds = z
  .array(recordId, "Must be a list of webhooks")
  .max(maxWebhooks, `At most ${maxWebhooks} webhooks`)
  .refine(isUnique, "Duplicate webhook")
  .default([]);

const minutes = `From 1 to ${maxEscalationMinutes} minutes`;
const noRecipient = "Enter an e-mail address or choose a webhook";

const escalationStep = z
  .strictObject({
    afterMinutes: z.int(requiredOr(minutes)).min(1, minutes).max(maxEscalationMinutes, minutes),
    emails,
    webhookIds,
  })
  .refine((step) => step.emails.length + step.webhookIds.length > 0, { error: noRecipient, path: ["emails"] });

const topicCodes = Object.keys(notificationTopics) as [NotificationTopic, ...NotificationTopic[]];

const ruleFields = z.strictObject({
  name: requiredText(60),
  topics: codeList(topicCodes).refine((list) => list.length > 0, "Choose at least one"),
  emails,
  webhookIds,
  /** In the browsers of people who switched browser notifications on and may see the alert. */
  isInBrowser: z.boolean("Must be true or false").default(false),
  /** Each alert is sent at once; otherwise only in the digest. */
  isImmediate: z.boolean("Must be true or false").default(true),
  /** Further recipients of an alert that stays unacknowledged. */
  escalation: z
    .array(escalationStep, "Must be a list")
    .max(maxEscalationSteps, `At most ${maxEscalationSteps} steps`)
    .default([]),
  /** In site time; messages wait until the end. */
  quietFrom: optionalClockTime,
  quietTo: optionalClockTime,
  /** When the daily digest is sent, in site time. */
  digestAt: optionalClockTime,
  isEnabled: z.boolean("Must be true or false").default(true),
});

type RuleFields = z.output<typeof ruleFields>;

/** What is wrong with a rule as a whole, at its field. */
function* listRuleErrors(rule: RuleFields): Generator<[path: keyof RuleFields, message: string]> {
  const { quietFrom, quietTo, digestAt, isImmediate, isInBrowser } = rule;
  const recipients = rule.emails.length + rule.webhookIds.length;
  if (recipients === 0 && !isInBrowser) yield ["emails", noRecipient];
  if (!isImmediate && digestAt === null) yield ["digestAt", "Enter a time, or send each alert at once"];
  if (digestAt !== null && recipients === 0) yield ["digestAt", "The digest needs an e-mail address or a webhook"];
  if (!isImmediate && rule.escalation.length > 0) yield ["escalation", "Needs alerts that are sent at once"];
  if (quietFrom === null && quietTo !== null) yield ["quietFrom", "Enter both times or none"];
  if (quietTo === null && quietFrom !== null) yield ["quietTo", "Enter both times or none"];
  if (quietFrom !== null && quietTo !== null && minuteOfDay(quietFrom) === minuteOfDay(quietTo))
    yield ["quietTo", "Must differ from the start"];
  const [, ...later] = rule.escalation;
  if (
    later.some(
      ({ afterMinutes }, index) => afterMinutes <= assertFound(rule.escalation[index], "no step before").afterMinutes,
    )
  )
    yield ["escalation", "Each step must be later than the one before"];
}

export const notificationRuleDraft = ruleFields.check(({ value, issues }) => {
  for (const [path, message] of listRuleErrors(value))
    issues.push({ code: "custom", message, path: [path], input: value[path] });
});

/** A notification rule as the server returns it. */
export const notificationRule = ruleFields.extend({ id: recordId, version });
notificationRule.register(z.globalRegistry, { id: "NotificationRule", description: "Which alerts are sent to whom" });

export type NotificationRule = z.output<typeof notificationRule>;

export type EscalationStep = NotificationRule["escalation"][number];

const securities = Object.keys(mailSecurities) as [MailSecurity, ...MailSecurity[]];

const fields = z.strictObject({
  /** Empty: no e-mail is sent. */
  host: z.union([z.literal(""), host]),
  port: port.default(mailServerDefaults.port),
  security: z.enum(securities, `Must be one of ${securities.join(", ")}`).default(mailServerDefaults.security),
  username: optionalText(200),
  /** Never returned; if absent, the stored one is kept. */
  password: z.union([z.literal("").transform(() => undefined), requiredText(500)]).optional(),
  sender: z.union([z.literal(""), emailAddress]).default(""),
});

const unencrypted = "A password is only sent over an encrypted connection";

export const mailServerDraft = fields.check(({ value, issues }) => {
  const { host: server, security, username, sender } = value;
  if (server === "") return;
  if (sender === "") issues.push({ code: "custom", message: required, path: ["sender"], input: sender });
  if (username && security === "none" && !isLoopbackHost(server))
    issues.push({ code: "custom", message: unencrypted, path: ["security"], input: security });
});

/** The validated input. */
export type MailServerDraft = z.output<typeof mailServerDraft>;

/** The mail server as the server returns it, with the state of the delivery. */
export const mailServer = z.object({
  host: z.string(),
  port: z.int(),
  security: z.enum(securities),
  username: z.string().nullable(),
  sender: z.string(),
  hasPassword: z.boolean(),
  /** There is a password, but it can't be decrypted. */
  isPasswordUnreadable: z.boolean(),
  /** The number of messages that wait to be sent. */
  waiting: z.int(),
  /** Why the last attempt failed; null if none waits. */
  lastFault: z.string().nullable(),
  lastSentAt: instant.nullable(),
  /** 0 before the first save. */
  version,
});
mailServer.register(z.globalRegistry, {
  id: "MailServer",
  description: "The mail server, with the state of the delivery",
});

/** The current mail server. */
export type MailServer = z.output<typeof mailServer>;

/** Where a test message is sent. */
const mailTestDraft = z.strictObject({ to: emailAddress });

const tag = "Notifications";
// Both contain addresses of people and other systems.
const permissions = { read: "devices", write: "devices" } as const;

/** The mail server, and the test buttons. */
export const notificationEndpoints = defineEndpoints(permissions, {
  "GET /notifications/mail-server": { tag, summary: "The server that sends e-mail", response: mailServer },
  "PUT /notifications/mail-server": {
    tag,
    summary: "Change the server that sends e-mail; an empty host stops it",
    body: mailServerDraft,
    roundTrip: true,
    response: mailServer,
    errors: ["record/changed"],
  },
  "POST /notifications/mail-server/test": {
    tag,
    actsOn: "mail_server",
    summary: "Send a test e-mail now",
    body: mailTestDraft,
    response: hardwareResult,
  },
  "POST /notifications/webhooks/{id}/test": {
    tag,
    actsOn: "notification_webhooks",
    summary: "Send a test message to a webhook now",
    params: idParams,
    response: hardwareResult,
    errors: ["record/not-found"],
  },
  "POST /notifications/rules/{id}/test": {
    tag,
    actsOn: "notification_rules",
    summary: "Send a test message to every recipient of a rule now",
    params: idParams,
    response: hardwareResult,
    errors: ["record/not-found"],
  },
});

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
