import type { EscalationStep } from "@gatehouse/contract/entities/notification/notification.schema";
import { notificationLimits } from "@gatehouse/contract/entities/notification/notification-limits";
import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";
import { EmailsInput, toEmails } from "../../forms/emails-input.tsx";
import { type CustomFieldProps, parseDecimal } from "../../forms/field.ts";
import { MultiChoice } from "../../ui/multi-choice.tsx";
import classes from "./notification.module.css";

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

/** NOTE-2: further recipients of an alert that stays unacknowledged. */
export function EscalationInput({ value, onChange, faults }: CustomFieldProps) {
  const steps = value as readonly EditedStep[];
  const add = () =>
    onChange([...steps, { afterMinutes: String(suggestedMinutes[steps.length] ?? ""), emails: "", webhookIds: [] }]);
  return (
    <fieldset className={classes.group}>
      <legend>Escalation</legend>
      <p className={classes.about}>
        {steps.length === 0
          ? "No further recipients if an alert is not acknowledged."
          : "Further recipients while the alert is not acknowledged."}
      </p>
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
      {faults.escalation !== undefined && (
        <p className={classes.fault} role="alert">
          {faults.escalation}
        </p>
      )}
      {steps.length < notificationLimits.maxEscalationSteps && (
        <Button
          variant="default"
          size="compact-sm"
          className={classes.add ?? ""}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={add}
        >
          Add step
        </Button>
      )}
    </fieldset>
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
    <fieldset className={classes.step} aria-label={`Step ${number}`}>
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
        choices={(webhooks.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        value={step.webhookIds.map(String)}
        onChange={(ids) => onChange({ ...step, webhookIds: ids.map(Number) })}
      />
      <ActionIcon
        variant="default"
        size={36}
        className={classes.remove ?? ""}
        aria-label={`Remove step ${number}`}
        onClick={onRemove}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </fieldset>
  );
}
