import { useId } from "react";
import classes from "./codes-input.module.css";
import type { Field } from "./field.ts";

interface CodesInputProps {
  field: Extract<Field, { kind: "codes" }>;
  name: string;
  disabled: boolean;
  error: string | undefined;
  value: readonly string[];
  onChange: (value: string[]) => void;
}

/** Checkboxes for a short list of codes. */
export function CodesInput({ field, name, disabled, error, value, onChange }: CodesInputProps) {
  const errorId = useId();
  const toggle = (code: string, isOn: boolean) =>
    onChange(
      field.choices.map((choice) => choice.value).filter((each) => (each === code ? isOn : value.includes(each))),
    );
  return (
    <fieldset className={classes.codes} aria-describedby={error && errorId}>
      <legend>{field.label}</legend>
      <div data-stacked={field.isStacked || undefined}>
        {field.choices.map((choice) => (
          <label key={choice.value}>
            <input
              type="checkbox"
              name={name}
              disabled={disabled}
              aria-invalid={error !== undefined}
              checked={value.includes(choice.value)}
              onChange={(event) => toggle(choice.value, event.currentTarget.checked)}
            />
            {choice.label}
          </label>
        ))}
      </div>
      {error !== undefined && <p id={errorId}>{error}</p>}
    </fieldset>
  );
}
