import { type EscalationStep, notificationLimits } from "@gatehouse/contract/entities/notification";
import { asText } from "@gatehouse/contract/fields/as-text";
import { ActionIcon, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";
import { EmailsInput, toEmails } from "../../forms/emails-input.tsx";
import { type CustomFieldProps, parseDecimal } from "../../forms/field.ts";
import { recordChoices } from "../../forms/record-choices.ts";
import { FormRow, RowGroup } from "../../forms/row-group.tsx";
import { MultiChoice } from "../../ui/multi-choice.tsx";

/** A step while it is edited: its values may still be text. */
interface EditedStep extends Pick<EscalationStep, "webhookIds"> {
  readonly afterMinutes: number | string;
  readonly emails: string | readonly string[];
}

/** The steps in the payload. */
export const toEscalation = (value: unknown) =>
  (value as readonly EditedStep[]).map(({ afterMinutes, emails, webhookIds }) => {
    const text = String(afterMinutes).trim();
    return { ...(text !== "" && { afterMinutes: parseDecimal(text) }), emails: toEmails(emails), webhookIds };
  });

/** Suggested delays of the steps, in minutes. */
const suggestedMinutes = [1, 5, 30];

/** Further recipients of an alert that stays unacknowledged. */
export function EscalationInput({ value, onChange, faults }: CustomFieldProps) {
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
      fault={faults.escalation}
      add={steps.length < notificationLimits.maxEscalationSteps ? { label: "Add step", onAdd: add } : undefined}
    >
      {steps.map((step, place) => (
        <StepRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
          key={place}
          place={place}
          step={step}
          faults={faults}
          onChange={(next) => onChange(steps.with(place, next))}
          onRemove={() => onChange(steps.toSpliced(place, 1))}
        />
      ))}
    </RowGroup>
  );
}

interface StepRowProps {
  place: number;
  step: EditedStep;
  faults: CustomFieldProps["faults"];
  onChange: (step: EditedStep) => void;
  onRemove: () => void;
}

function StepRow({ place, step, faults, onChange, onRemove }: StepRowProps) {
  const webhooks = useQuery(callQuery("notification_webhooks", "GET /notifications/webhooks"));
  const path = `escalation.${place}`;
  const number = place + 1;
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
        error={faults[`${path}.afterMinutes`]}
        value={String(step.afterMinutes)}
        onChange={(event) => onChange({ ...step, afterMinutes: event.currentTarget.value })}
      />
      <EmailsInput
        path={`${path}.emails`}
        label="E-mail addresses"
        value={step.emails}
        faults={faults}
        onChange={(emails) => onChange({ ...step, emails: emails as string })}
      />
      <MultiChoice
        label="Webhooks"
        field={`${path}.webhookIds`}
        isLabelShown
        placeholder="None"
        error={faults[`${path}.webhookIds`] ?? (webhooks.isError ? "Couldn't load the options" : undefined)}
        choices={recordChoices(webhooks.data)}
        value={step.webhookIds.map(String)}
        onChange={(ids) => onChange({ ...step, webhookIds: ids.map(Number) })}
      />
    </FormRow>
  );
}
