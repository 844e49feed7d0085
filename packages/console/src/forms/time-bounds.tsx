import { endsTooEarly } from "@gatehouse/contract/fields/time";
import { useState } from "react";
import { TimeInput } from "./time-input.tsx";

interface TimeBoundsProps {
  from: string | undefined;
  to: string | undefined;
  onChange: (changed: { from?: string | undefined; to?: string | undefined }) => void;
}

/** The limits of a time filter. */
export function TimeBounds({ from, to, onChange }: TimeBoundsProps) {
  const isReversed = from !== undefined && to !== undefined && Date.parse(to) <= Date.parse(from);
  return (
    <>
      <Bound name="from" label="From" value={from} onChange={(value) => onChange({ from: value })} />
      <Bound
        name="to"
        label="Until"
        value={to}
        error={isReversed ? endsTooEarly : undefined}
        onChange={(value) => onChange({ to: value })}
      />
    </>
  );
}

interface BoundProps {
  name: string;
  label: string;
  value: string | undefined;
  error?: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** A limit; an incomplete time does not filter. */
function Bound({ value = "", error, onChange, ...props }: BoundProps) {
  const [typed, setTyped] = useState(value);
  const isComplete = typed === "" || !Number.isNaN(Date.parse(typed));
  return (
    <TimeInput
      {...props}
      description={undefined}
      error={error}
      disabled={false}
      value={isComplete ? value : typed}
      onChange={(next) => {
        setTyped(next);
        if (next === "" || !Number.isNaN(Date.parse(next))) onChange(next || undefined);
      }}
    />
  );
}
