import type { Variable } from "@gatehouse/contract/entities/variable";
import { variableTexts } from "@gatehouse/contract/entities/variable.messages";
import { IconAlertTriangle } from "@tabler/icons-react";
import { formatNumber } from "../../ui/format-number.ts";
import { isBelowZero } from "./below-zero.ts";
import classes from "./variable-table.module.css";

interface VariableNumberProps {
  variable: Variable;
  /** Explains the value. */
  onOpen: () => void;
}

/** The value of a variable; a click explains it. In EPLD a bar shows its share of the total. */
export function VariableNumber({ variable, onOpen }: VariableNumberProps) {
  const { name, computedValue, totalCapacity, type } = variable;
  const share = type === "base" || type === "constant" || !totalCapacity ? undefined : computedValue / totalCapacity;
  const shown = formatNumber(computedValue);
  const isWrong = isBelowZero(variable);
  return (
    <button
      type="button"
      className={classes.number}
      data-wrong={isWrong || undefined}
      aria-label={`${shown}: what is behind ${name}${isWrong ? ` (${variableTexts.belowZero})` : ""}`}
      title={isWrong ? variableTexts.belowZero : "What is behind this number"}
      onClick={onOpen}
    >
      {isWrong && <IconAlertTriangle className={classes.mark} size={14} aria-hidden />}
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
