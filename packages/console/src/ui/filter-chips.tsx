import { IconX } from "@tabler/icons-react";
import classes from "./filter-chips.module.css";

interface FilterChipsProps<Value extends string> {
  label: string;
  choices: readonly { value: Value; label: string; hint?: string }[];
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
}

/** Filters of which at most one is active; a click on the active one removes it. */
export function FilterChips<Value extends string>({ label, choices, value, onChange }: FilterChipsProps<Value>) {
  return (
    <fieldset className={classes.chips} aria-label={label}>
      {choices.map((choice) => {
        const isOn = choice.value === value;
        return (
          <button
            key={choice.value}
            type="button"
            aria-pressed={isOn}
            title={isOn ? "Remove filter" : choice.hint}
            onClick={() => onChange(isOn ? undefined : choice.value)}
          >
            {choice.label}
            {isOn && <IconX size={13} aria-hidden />}
          </button>
        );
      })}
    </fieldset>
  );
}
