import { type Part, partsOf, type Variable } from "@gatehouse/contract/entities/variable";
import { useState } from "react";
import { equationOf, formatEquation, shortenName } from "./equation-terms.ts";
import classes from "./variable-table.module.css";

interface EquationTextProps {
  variable: Variable;
  nameOf: (id: number) => string;
}

const shownParts = 3;

/** An equation in a table row; a long one is cut and expands on click. */
export function EquationText({ variable, nameOf }: EquationTextProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { name: of, sourceName } = variable;
  const terms = equationOf(variable);
  const parts = partsOf(terms);
  // Hiding a single variable would save no space.
  const isLong = parts.length > shownParts + 1;
  const shown = isLong && !isOpen ? parts.slice(0, shownParts) : parts;
  return (
    <span className={classes.equation} title={isLong && !isOpen ? formatEquation(terms, nameOf) : undefined}>
      {sourceName !== null && <span className={classes.of}>{`${sourceName}:`}</span>}
      {shown.map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a variable may stand in an equation twice
        <EquationPart key={place} part={part} isFirst={place === 0} name={shortenName(sourceName, nameOf(part.id))} />
      ))}
      {isLong && (
        <button
          type="button"
          className={classes.more}
          aria-expanded={isOpen}
          aria-label={isOpen ? `Less of the equation of ${of}` : `… ${parts.length - shownParts} more of ${of}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? "Less" : `… ${parts.length - shownParts} more`}
        </button>
      )}
    </span>
  );
}

function EquationPart({ part, isFirst, name }: { part: Part; isFirst: boolean; name: string }) {
  return (
    <span className={classes.part}>
      {!isFirst && <b className={classes.sign}>{part.sign === 1 ? "+" : "−"}</b>}
      {name}
    </span>
  );
}
