import { tariffLimits } from "@gatehouse/contract/entities/tariff/tariff-limits";
import { ActionIcon, Button } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import type { CustomFieldProps } from "../../forms/field.ts";
import { useRowFocus } from "../../forms/use-row-focus.ts";
import { type EnteredMoney, toAmount } from "./entered-money.ts";
import { type EnteredMinutes, MinutesInput, toMinutes } from "./minutes-input.tsx";
import { MoneyInput } from "./money-input.tsx";
import classes from "./tariff.module.css";

/** A step while it is edited. */
interface EnteredStep {
  readonly fromMinute: EnteredMinutes;
  readonly periodMinutes: EnteredMinutes;
  readonly price: EnteredMoney;
}

/** The step of a new tariff. */
export const firstStep: EnteredStep = { fromMinute: 0, periodMinutes: 60, price: "" };

/** REP-4: the steps in the payload. */
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

/** REP-4: what each started period costs, in steps of the stay. */
export function StepsInput({ path, currency, value, onChange, faults }: StepsInputProps) {
  const steps = value as readonly EnteredStep[];
  const focus = useRowFocus(steps.length, (place) => `[name="${path}.${place}.fromMinute"]`);
  return (
    <fieldset className={classes.group} ref={focus.root}>
      <legend>Steps</legend>
      <p className={classes.about}>
        Each started period costs its price. A later step applies from its minute of the stay, and again every 24 hours.
      </p>
      {steps.map((step, place) => (
        <StepRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
          key={place}
          path={`${path}.${place}`}
          number={place + 1}
          step={step}
          currency={currency}
          faults={faults}
          onChange={(next) => onChange(steps.with(place, next))}
          onRemove={() => focus.remove(() => onChange(steps.toSpliced(place, 1)))}
        />
      ))}
      {faults[path] !== undefined && (
        <p className={classes.fault} role="alert">
          {faults[path]}
        </p>
      )}
      {steps.length < tariffLimits.maxSteps && (
        <Button
          variant="default"
          size="compact-sm"
          className={classes.add ?? ""}
          leftSection={<IconPlus size={14} aria-hidden />}
          ref={focus.addButton}
          onClick={() => focus.add(() => onChange([...steps, { ...firstStep, fromMinute: "" }]))}
        >
          Add step
        </Button>
      )}
    </fieldset>
  );
}

interface StepRowProps {
  path: string;
  number: number;
  step: EnteredStep;
  currency: string;
  faults: CustomFieldProps["faults"];
  onChange: (step: EnteredStep) => void;
  onRemove: () => void;
}

function StepRow({ path, number, step, currency, faults, onChange, onRemove }: StepRowProps) {
  const isFirst = number === 1;
  return (
    <fieldset className={classes.step} aria-label={`Step ${number}`}>
      <MinutesInput
        name={`${path}.fromMinute`}
        label="From minute"
        fault={faults[`${path}.fromMinute`]}
        // The first step always starts at 0; a stored one that does not can be corrected.
        isDisabled={isFirst && step.fromMinute === 0}
        value={step.fromMinute}
        onChange={(fromMinute) => onChange({ ...step, fromMinute })}
      />
      <MinutesInput
        name={`${path}.periodMinutes`}
        label="Per started"
        fault={faults[`${path}.periodMinutes`]}
        value={step.periodMinutes}
        onChange={(periodMinutes) => onChange({ ...step, periodMinutes })}
      />
      <MoneyInput
        name={`${path}.price`}
        label="Price"
        currency={currency}
        fault={faults[`${path}.price`]}
        value={step.price}
        onChange={(price) => onChange({ ...step, price })}
      />
      {!isFirst && (
        <ActionIcon
          variant="default"
          size={36}
          className={classes.remove ?? ""}
          aria-label={`Remove step ${number}`}
          onClick={onRemove}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
    </fieldset>
  );
}
