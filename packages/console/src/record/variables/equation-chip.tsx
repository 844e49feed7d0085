import type { Part } from "@gatehouse/contract/entities/variable";
import { CloseButton } from "@mantine/core";
import type { KeyboardEvent } from "react";
import { formatNumber } from "../../ui/format-number.ts";
import classes from "./equation-field.module.css";

interface EquationChipProps {
  part: Part;
  isFirst: boolean;
  name: string;
  value: number;
  onKey: (event: KeyboardEvent) => void;
  onTurn: () => void;
  onRemove: () => void;
}

/** A variable of an equation with its sign. Arrow keys move the focus here from the input. */
export function EquationChip({ part, isFirst, name, value, onKey, onTurn, onRemove }: EquationChipProps) {
  const sign = part.sign === 1 ? "+" : "−";
  const joined = part.sign === 1 ? "plus" : "minus";
  return (
    <li className={classes.part}>
      {!isFirst && (
        <button
          type="button"
          tabIndex={-1}
          className={classes.sign}
          aria-label={`${sign} ${name}: ${part.sign === 1 ? "subtract" : "add"} it instead`}
          onClick={(event) => {
            // A click on the surrounding box would open the options.
            event.stopPropagation();
            onTurn();
          }}
        >
          {sign}
        </button>
      )}
      <span className={classes.chip}>
        <button
          type="button"
          tabIndex={-1}
          data-chip
          className={classes.name}
          onKeyDown={onKey}
          onClick={(event) => {
            event.stopPropagation();
            event.currentTarget.focus();
          }}
        >
          {!isFirst && <span className="visually-hidden">{joined}</span>} {name}{" "}
          <span className={classes.now}>{formatNumber(value)}</span>
        </button>
        <CloseButton
          size={20}
          iconSize={12}
          tabIndex={-1}
          aria-label={`Remove ${name}`}
          onClick={(event) => {
            event.stopPropagation();
            onRemove();
          }}
        />
      </span>
    </li>
  );
}
