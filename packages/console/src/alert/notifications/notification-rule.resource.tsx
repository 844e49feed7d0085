import type { NotificationRule, notificationRuleDraft } from "@gatehouse/contract/entities/notification";
import { type EscalationStep, notificationLimits } from "@gatehouse/contract/entities/notification";
import { asText } from "@gatehouse/contract/fields/as-text";
import { formatCount } from "@gatehouse/contract/fields/number";
import { type NotificationTopic, notificationTopics } from "@gatehouse/contract/notification-topics";
import { ActionIcon, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";
import { EmailsInput, toEmails } from "../../forms/emails-input.tsx";
import type { FieldName } from "../../forms/field.ts";
import { type CustomFieldProps, parseDecimal } from "../../forms/field.ts";
import { recordChoices } from "../../forms/record-choices.ts";
import type { Resource } from "../../forms/resource.ts";
import { FormRow, RowGroup } from "../../forms/row-group.tsx";
import { MultiChoice } from "../../ui/multi-choice.tsx";

/** A step while it is edited: its values may still be text. */
interface EditedStep extends Pick<EscalationStep, "webhookIds"> {
  readonly afterMinutes: number | string;
  readonly emails: string | readonly string[];
}

/** The steps in the payload. */
const toEscalation = (value: unknown) =>
  (value as readonly EditedStep[]).map(({ afterMinutes, emails, webhookIds }) => {
    const text = String(afterMinutes).trim();
    return { ...(text !== "" && { afterMinutes: parseDecimal(text) }), emails: toEmails(emails), webhookIds };
  });

/** Suggested delays of the steps, in minutes. */
const suggestedMinutes = [1, 5, 30];

/** Further recipients of an alert that stays unacknowledged. */
function EscalationInput({ value, onChange, errors }: CustomFieldProps) {
  const steps = value as readonly EditedStep[];
  const add = () =>
    onChange([...steps, { afterMinutes: asText(suggestedMinutes[steps.length]), emails: "", webhookIds: [] }]);
  return (
    <RowGroup
      title="Escalation"
      about={
        steps.length === 0
          ? "No further recipients if an alert is not acknowledged."
          : "Further recipients while the alert is not acknowledged."
      }
      error={errors.escalation}
      add={steps.length < notificationLimits.maxEscalationSteps ? { label: "Add step", onAdd: add } : undefined}
    >
      {steps.map((step, index) => (
        <StepRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
          key={index}
          index={index}
          step={step}
          errors={errors}
          onChange={(next) => onChange(steps.with(index, next))}
          onRemove={() => onChange(steps.toSpliced(index, 1))}
        />
      ))}
    </RowGroup>
  );
}

interface StepRowProps {
  index: number;
  step: EditedStep;
  errors: CustomFieldProps["errors"];
  onChange: (step: EditedStep) => void;
  onRemove: () => void;
}

function StepRow({ index, step, errors, onChange, onRemove }: StepRowProps) {
  const webhooks = useQuery(callQuery("notification_webhooks", "GET /notifications/webhooks"));
  const path = `escalation.${index}`;
  const number = index + 1;
  return (
    <FormRow
      label={`Step ${number}`}
      columns="110px minmax(0, 1.4fr) minmax(0, 1fr) auto"
      buttons={
        <ActionIcon variant="default" size={36} aria-label={`Remove step ${number}`} onClick={onRemove}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      }
    >
      <TextInput
        name={`${path}.afterMinutes`}
        label="After"
        inputMode="decimal"
        autoComplete="off"
        rightSection="min"
        rightSectionWidth={48}
        error={errors[`${path}.afterMinutes`]}
        value={String(step.afterMinutes)}
        onChange={(event) => onChange({ ...step, afterMinutes: event.currentTarget.value })}
      />
      <EmailsInput
        path={`${path}.emails`}
        label="E-mail addresses"
        value={step.emails}
        errors={errors}
        onChange={(emails) => onChange({ ...step, emails: emails as string })}
      />
      <MultiChoice
        label="Webhooks"
        field={`${path}.webhookIds`}
        isLabelShown
        placeholder="None"
        error={errors[`${path}.webhookIds`] ?? (webhooks.isError ? "Couldn't load the options" : undefined)}
        choices={recordChoices(webhooks.data)}
        value={step.webhookIds.map(String)}
        onChange={(ids) => onChange({ ...step, webhookIds: ids.map(Number) })}
      />
    </FormRow>
  );
}

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
