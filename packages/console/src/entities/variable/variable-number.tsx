import type { Variable } from "@gatehouse/contract/entities/variable/variable.schema";
import { formatNumber } from "../../ui/format-number.ts";
import classes from "./variable-table.module.css";

interface VariableNumberProps {
  variable: Variable;
  /** Shows what is behind it. */
  onOpen: () => void;
}

/** A variable's number now; pressed, it shows what is behind it. In EPLD a bar beneath says how much of all that is. */
export function VariableNumber({ variable, onOpen }: VariableNumberProps) {
  const { name, computedValue, totalCapacity, type } = variable;
  const share = type === "base" || type === "constant" || !totalCapacity ? undefined : computedValue / totalCapacity;
  const shown = formatNumber(computedValue);
  return (
    <button
      type="button"
      className={classes.number}
      aria-label={`${shown}: what is behind ${name}`}
      title="What is behind this number"
      onClick={onOpen}
    >
      {shown}
      {share !== undefined && <Bar share={share} />}
    </button>
  );
}

function Bar({ share }: { share: number }) {
  return (
    <span className={classes.bar} aria-hidden>
      <span style={{ width: `${Math.min(Math.max(share, 0), 1) * 100}%` }} />
    </span>
  );
}
