import * as z from "zod";
import { minuteOfDay, optionalClockTime } from "../../fields/clock-time.ts";
import { codeList } from "../../fields/code-list.ts";
import { emailAddress } from "../../fields/email.ts";
import { recordId, version } from "../../fields/record.ts";
import { requiredOr } from "../../fields/required.ts";
import { requiredText } from "../../fields/text.ts";
import { instant } from "../../fields/time.ts";
import { integrationUrl } from "../../fields/url.ts";
import { type NotificationTopic, notificationTopics } from "../../notification-topics.ts";
import { notificationLimits, webhookSecretPrefix } from "./notification-limits.ts";

const secretRule = `Must be ${webhookSecretPrefix} and 24 to 64 bytes in Base64. "Generate" creates one.`;

function isSigningSecret(text: string): boolean {
  if (!text.startsWith(webhookSecretPrefix)) return false;
  const encoded = text.slice(webhookSecretPrefix.length);
  const bytes = Math.floor((encoded.replace(/={1,2}$/, "").length * 3) / 4);
  return /^[A-Za-z0-9+/]+={0,2}$/.test(encoded) && bytes >= 24 && bytes <= 64;
}

/** NOTE-1: the input for a webhook. */
export const webhookDraft = z.strictObject({
  name: requiredText(60),
  url: integrationUrl,
  /** Never returned; if absent, the stored one is kept. */
  signingSecret: z
    .union([z.literal("").transform(() => undefined), requiredText(200).refine(isSigningSecret, secretRule)])
    .optional(),
});

/** NOTE-1, NOTE-3: a webhook as the server returns it, with the state of the delivery. */
export const webhook = z.object({
  id: recordId,
  version,
  name: z.string(),
  url: z.string(),
  /** SAFE-1: the signing secret can't be decrypted. */
  isSecretUnreadable: z.boolean(),
  /** The number of messages that wait to be delivered. */
  waiting: z.int(),
  /** Why the last attempt failed; null if none waits. */
  lastFault: z.string().nullable(),
  lastDeliveredAt: instant.nullable(),
});
webhook.register(z.globalRegistry, { id: "Webhook", description: "A webhook, with the state of the delivery" });

/** A webhook. */
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
  /** NOTE-2: further recipients of an alert that stays unacknowledged. */
  escalation: z
    .array(escalationStep, "Must be a list")
    .max(maxEscalationSteps, `At most ${maxEscalationSteps} steps`)
    .default([]),
  /** NOTE-2: in site time; messages wait until the end. */
  quietFrom: optionalClockTime,
  quietTo: optionalClockTime,
  /** NOTE-2: when the daily digest is sent, in site time. */
  digestAt: optionalClockTime,
  isEnabled: z.boolean("Must be true or false").default(true),
});

type RuleFields = z.output<typeof ruleFields>;

/** What is wrong with a rule as a whole, at its field. */
function* listRuleFaults(rule: RuleFields): Generator<[path: keyof RuleFields, message: string]> {
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
  const after = rule.escalation.map(({ afterMinutes }) => afterMinutes);
  if (after.some((each, place) => place > 0 && each <= (after[place - 1] ?? 0)))
    yield ["escalation", "Each step must be later than the one before"];
}

/** NOTE-1, NOTE-2: the input for a notification rule. */
export const notificationRuleDraft = ruleFields.check(({ value, issues }) => {
  for (const [path, message] of listRuleFaults(value))
    issues.push({ code: "custom", message, path: [path], input: value[path] });
});

/** A notification rule as the server returns it. */
export const notificationRule = ruleFields.extend({ id: recordId, version });
notificationRule.register(z.globalRegistry, { id: "NotificationRule", description: "Which alerts are sent to whom" });

/** A notification rule. */
export type NotificationRule = z.output<typeof notificationRule>;

/** One step of the escalation. */
export type EscalationStep = NotificationRule["escalation"][number];
