import {
  type Part,
  partsOf,
  type Term,
  type Variable,
  type VariableScope,
  valueOfEquation,
} from "@gatehouse/contract/entities/variable";
import { Button } from "@mantine/core";
import { IconEraser, IconPlus } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import type { CustomFieldProps, Field } from "../../forms/field.ts";
import { formatNumber, formatSigned } from "../../ui/format-number.ts";
import { EquationBox } from "./equation-box.tsx";
import { findBundles, listChoices } from "./equation-choices.ts";
import classes from "./equation-field.module.css";
import { equationOf, shortenName, toTerms } from "./equation-terms.ts";
import { useVariables } from "./variable.queries.ts";
import { type AddedType, counted } from "./variable-kinds.ts";

interface EquationFieldProps extends CustomFieldProps {
  scope: VariableScope;
  type: AddedType;
  edited: Variable | undefined;
  /** The field that selects the camera or sensor. */
  source: Field | undefined;
}

const keys = "Type to search, Enter to add. + or − sets the sign, Backspace removes the last one, arrow keys move.";

/** Edits an equation of variables and operators, and shows its current result. */
export function EquationField({ scope, type, edited, source, values, value, onChange, errors }: EquationFieldProps) {
  const lookup = useVariables(scope);
  const [announcement, setAnnouncement] = useState("");
  const terms = value as readonly Term[];
  const parts = partsOf(terms);
  const sourceId = source === undefined ? undefined : Number(values[source.name]) || undefined;
  const first = parts[0] && lookup.nameOf(parts[0].id);
  const choices = useMemo(
    () => listChoices(lookup.all, { type, sourceId, edited, first }),
    [lookup.all, type, sourceId, edited, first],
  );
  const sourceName = choices[0] !== undefined && type !== "dynamic" ? choices[0].variable.sourceName : null;
  const isWaiting = source !== undefined && sourceId === undefined;
  const bundles =
    type === "dynamic" ? [] : findBundles(choices, new Set(parts.map((part) => part.id)), counted[scope].unit);
  const write = (next: readonly Part[], announcement: string) => {
    onChange(toTerms(next));
    setAnnouncement(announcement);
  };
  return (
    <div>
      <EquationBox
        help={isWaiting ? `Choose a ${source.label.toLowerCase()} first` : keys}
        error={errors.value}
        parts={parts}
        choices={choices}
        nameOf={(id) => shortenName(sourceName, lookup.nameOf(id))}
        numberOf={lookup.numberOf}
        isDisabled={isWaiting}
        onChange={write}
      />
      <div className={classes.foot}>
        {bundles.map(({ label, ids }) => (
          <Button
            key={label}
            variant="default"
            size="compact-xs"
            leftSection={<IconPlus size={12} aria-hidden />}
            onClick={() => write([...parts, ...ids.map((id) => ({ id, sign: 1 }) as const)], `${ids.length} added`)}
          >
            {label}
          </Button>
        ))}
        {parts.length > 1 && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            leftSection={<IconEraser size={12} aria-hidden />}
            onClick={() => write([], "The equation is empty")}
          >
            Clear
          </Button>
        )}
        <Result terms={terms} numberOf={lookup.numberOf} edited={edited} announcement={announcement} />
      </div>
    </div>
  );
}

interface ResultProps {
  terms: readonly Term[];
  numberOf: (id: number) => number;
  edited: Variable | undefined;
  announcement: string;
}

/** The current result, also announced to screen readers. Corrections of the variable apply to any equation. */
function Result({ terms, numberOf, edited, announcement }: ResultProps) {
  const own = edited === undefined ? 0 : edited.computedValue - valueOfEquation(equationOf(edited), numberOf);
  const result = valueOfEquation(terms, numberOf);
  return (
    <p className={classes.result} role="status">
      <span className="visually-hidden">{announcement !== "" && `${announcement}. `}</span>
      {terms.length > 0 && <span className={classes.sum}>{`= ${formatNumber(result)}`}</span>}
      {terms.length > 0 && own !== 0 && <span>{`${formatSigned(own)} corrected: ${formatNumber(result + own)}`}</span>}
    </p>
  );
}
