import type { Part } from "@gatehouse/contract/entities/variable";
import { Combobox } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { formatNumber } from "../../ui/format-number.ts";
import type { ChoiceGroup } from "./equation-choices.ts";
import classes from "./equation-field.module.css";

interface EquationOptionsProps {
  nameOf: (id: number) => string;
  groups: readonly ChoiceGroup[];
  /** Number of further matches. */
  hidden: number;
  used: readonly Part[];
  /** There are no choices at all. */
  isEmpty: boolean;
}

/** The variables that can be added, grouped by source, with current values. */
export function EquationOptions({ nameOf, groups, hidden, used, isEmpty }: EquationOptionsProps) {
  const usedIds = new Set(used.map(({ id }) => id));
  return (
    <>
      <Combobox.Options className={classes.options} aria-label="Variables">
        {groups.map(({ source, choices }) => (
          <Combobox.Group key={source} label={source}>
            {choices.map(({ variable, refused }) => (
              <Combobox.Option
                key={variable.id}
                value={String(variable.id)}
                disabled={refused !== undefined}
                className={classes.option}
              >
                <span>{nameOf(variable.id)}</span>
                {refused !== undefined && <span className={classes.refused}>{refused}</span>}
                {usedIds.has(variable.id) && <IconCheck size={14} role="img" aria-label="in the equation" />}
                <span className={classes.now}>{formatNumber(variable.computedValue)}</span>
              </Combobox.Option>
            ))}
          </Combobox.Group>
        ))}
        {groups.length === 0 && <Combobox.Empty>{isEmpty ? "No variables available" : "No matches"}</Combobox.Empty>}
      </Combobox.Options>
      {hidden > 0 && <Combobox.Footer>{`${formatNumber(hidden)} more: type to filter`}</Combobox.Footer>}
    </>
  );
}
