import { useId } from "react";
import classes from "./segments.module.css";

interface SegmentsProps<Value extends string> {
  label: string;
  choices: readonly { value: Value; label: string }[];
  value: Value;
  isDisabled?: boolean;
  onChange: (value: Value) => void;
}

/** A choice of a few options, all visible. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, choices, value, isDisabled = false, onChange } = props;
  const name = useId();
  return (
    <div className={classes.segments}>
      <span aria-hidden>{label}</span>
      <div role="radiogroup" aria-label={label} className={classes.choices}>
        {choices.map((choice) => (
          <label key={choice.value}>
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              disabled={isDisabled}
              onChange={() => onChange(choice.value)}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
    </div>
  );
}
