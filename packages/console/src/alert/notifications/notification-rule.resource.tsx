import type { NotificationRule, notificationRuleDraft } from "@gatehouse/contract/entities/notification";
import { formatCount } from "@gatehouse/contract/fields/number";
import { type NotificationTopic, notificationTopics } from "@gatehouse/contract/notification-topics";
import { EmailsInput, toEmails } from "../../forms/emails-input.tsx";
import type { FieldName } from "../../forms/field.ts";
import type { Resource } from "../../forms/resource.ts";
import { EscalationInput, toEscalation } from "./escalation-input.tsx";

const topicChoices = Object.entries(notificationTopics).map(([value, label]) => ({ value, label }));

export const notificationRules: Resource<NotificationRule, FieldName<typeof notificationRuleDraft>> = {
  topic: "notification_rules",
  name: "notification_rules",
  noun: "rule",
  isWide: true,
  list: { key: "GET /notifications/rules" },
  create: "POST /notifications/rules",
  change: "PUT /notifications/rules/{id}",
  remove: "DELETE /notifications/rules/{id}",
  test: { key: "POST /notifications/rules/{id}/test", label: "Send test message" },
  draft: () => import("@gatehouse/contract/entities/notification").then((file) => file.notificationRuleDraft),
  fields: [
    { kind: "text", name: "name", label: "Name", placeholder: "Devices at night" },
    { kind: "codes", name: "topics", label: "Alerts", choices: topicChoices, isStacked: true },
    {
      kind: "custom",
      name: "emails",
      label: "E-mail addresses",
      initial: [],
      isHalf: true,
      draw: (props) => <EmailsInput path="emails" label="E-mail addresses" {...props} />,
      send: toEmails,
      formatValue: (value) => (value as readonly string[]).join(", "),
    },
    {
      kind: "reference",
      name: "webhookIds",
      label: "Webhooks",
      placeholder: "None",
      isMultiple: true,
      isHalf: true,
      from: { topic: "notification_webhooks", key: "GET /notifications/webhooks", label: ({ name }) => String(name) },
    },
    {
      kind: "switch",
      name: "isInBrowser",
      label: "Browser notifications",
      help: "For everyone who switched them on under the bell and may see the alert",
    },
    {
      kind: "switch",
      name: "isImmediate",
      label: "Send each alert at once",
      initial: true,
    },
    {
      kind: "text",
      name: "quietFrom",
      label: "Quiet from",
      help: "Site time. Messages wait until the quiet hours end",
      placeholder: "22:00",
      isOptional: true,
      isHalf: true,
      showIf: ({ isImmediate }) => isImmediate === true,
    },
    {
      kind: "text",
      name: "quietTo",
      label: "Quiet until",
      help: "Alerts that were handled by then are not sent",
      placeholder: "07:00",
      isOptional: true,
      isHalf: true,
      showIf: ({ isImmediate }) => isImmediate === true,
    },
    {
      kind: "custom",
      name: "escalation",
      label: "Escalation",
      initial: [],
      showIf: ({ isImmediate }) => isImmediate === true,
      draw: (props) => <EscalationInput {...props} />,
      send: toEscalation,
      formatValue: (value) => formatCount((value as readonly unknown[]).length, "step"),
    },
    {
      kind: "text",
      name: "digestAt",
      label: "Daily digest at",
      help: "Site time. One message with the open alerts and those of the last day. Empty: none",
      placeholder: "08:00",
      isOptional: true,
      isHalf: true,
    },
    { kind: "switch", name: "isEnabled", label: "Enabled", initial: true },
  ],
  texts: {
    empty: "No notification rules yet",
    purpose: "Alerts are only shown in the console. Add a rule to send them by e-mail, webhook or to browsers.",
  },
  title: ({ name }) => name,
  details: (rule) =>
    [
      ...(rule.isEnabled ? [] : ["Switched off"]),
      rule.topics.map((topic: NotificationTopic) => notificationTopics[topic]).join(", "),
      describeRecipients(rule),
      ...(rule.quietFrom === null ? [] : [`quiet ${rule.quietFrom} to ${rule.quietTo}`]),
      ...(rule.escalation.length === 0 ? [] : [formatCount(rule.escalation.length, "escalation step")]),
      ...(rule.digestAt === null ? [] : [`digest at ${rule.digestAt}`]),
    ].join(" · "),
};

function describeRecipients({ emails, webhookIds, isInBrowser }: NotificationRule): string {
  const [first, ...others] = emails;
  return [
    ...(first === undefined ? [] : [others.length === 0 ? first : `${first} and ${others.length} more`]),
    ...(webhookIds.length === 0 ? [] : [formatCount(webhookIds.length, "webhook")]),
    ...(isInBrowser ? ["browsers"] : []),
  ].join(", ");
}
