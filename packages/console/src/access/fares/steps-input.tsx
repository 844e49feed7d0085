import { tariffLimits } from "@gatehouse/contract/entities/tariff";
import { ActionIcon } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { type EnteredMoney, toAmount } from "../../forms/entered-money.ts";
import type { CustomFieldProps } from "../../forms/field.ts";
import { MoneyInput } from "../../forms/money-input.tsx";
import { FormRow, RowGroup } from "../../forms/row-group.tsx";
import { useRowFocus } from "../../forms/use-row-focus.ts";
import { type EnteredMinutes, MinutesInput, toMinutes } from "./minutes-input.tsx";

/** A step while it is edited. */
interface EnteredStep {
  readonly fromMinute: EnteredMinutes;
  readonly periodMinutes: EnteredMinutes;
  readonly price: EnteredMoney;
}

/** The step of a new tariff. */
export const firstStep: EnteredStep = { fromMinute: 0, periodMinutes: 60, price: "" };

/** The steps in the payload. */
export const toSteps = (value: unknown, currency: string) =>
  (value as readonly EnteredStep[]).map(({ fromMinute, periodMinutes, price }) => ({
    fromMinute: toMinutes(fromMinute),
    periodMinutes: toMinutes(periodMinutes),
    price: toAmount(price, currency),
  }));

interface StepsInputProps extends CustomFieldProps {
  path: string;
  currency: string;
}

/** What each started period costs, in steps of the stay. */
export function StepsInput({ path, currency, value, onChange, errors }: StepsInputProps) {
  const steps = value as readonly EnteredStep[];
  const focus = useRowFocus(steps.length, (place) => `[name="${path}.${place}.fromMinute"]`);
  return (
    <RowGroup
      title="Steps"
      about="Each started period costs its price. A later step applies from its minute of the stay, and again every 24 hours."
      error={errors[path]}
      add={
        steps.length < tariffLimits.maxSteps
          ? {
              label: "Add step",
              ref: focus.addButton,
              onAdd: () => focus.add(() => onChange([...steps, { ...firstStep, fromMinute: "" }])),
            }
          : undefined
      }
      root={focus.root}
    >
      {steps.map((step, index) => (
        <StepRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
          key={index}
          path={`${path}.${index}`}
          number={index + 1}
          step={step}
          currency={currency}
          errors={errors}
          onChange={(next) => onChange(steps.with(index, next))}
          onRemove={() => focus.remove(() => onChange(steps.toSpliced(index, 1)))}
        />
      ))}
    </RowGroup>
  );
}

interface StepRowProps {
  path: string;
  number: number;
  step: EnteredStep;
  currency: string;
  errors: CustomFieldProps["errors"];
  onChange: (step: EnteredStep) => void;
  onRemove: () => void;
}

function StepRow({ path, number, step, currency, errors, onChange, onRemove }: StepRowProps) {
  const isFirst = number === 1;
  return (
    <FormRow
      label={`Step ${number}`}
      columns="repeat(3, minmax(0, 1fr)) 36px"
      narrowColumns="repeat(2, minmax(0, 1fr))"
      buttons={
        isFirst ? undefined : (
          <ActionIcon variant="default" size={36} aria-label={`Remove step ${number}`} onClick={onRemove}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        )
      }
    >
      <MinutesInput
        name={`${path}.fromMinute`}
        label="From minute"
        error={errors[`${path}.fromMinute`]}
        // The first step always starts at 0; a stored one that does not can be corrected.
        isDisabled={isFirst && step.fromMinute === 0}
        value={step.fromMinute}
        onChange={(fromMinute) => onChange({ ...step, fromMinute })}
      />
      <MinutesInput
        name={`${path}.periodMinutes`}
        label="Per started"
        error={errors[`${path}.periodMinutes`]}
        value={step.periodMinutes}
        onChange={(periodMinutes) => onChange({ ...step, periodMinutes })}
      />
      <MoneyInput
        name={`${path}.price`}
        label="Price"
        currency={currency}
        error={errors[`${path}.price`]}
        value={step.price}
        onChange={(price) => onChange({ ...step, price })}
      />
    </FormRow>
  );
}
