import { SegmentedControl } from "@mantine/core";
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
  return (
    <div className={classes.segments}>
      <span aria-hidden>{label}</span>
      <SegmentedControl
        aria-label={label}
        data={choices.map((choice) => ({ ...choice }))}
        value={value}
        disabled={isDisabled}
        onChange={(chosen) => onChange(chosen as Value)}
      />
    </div>
  );
}
