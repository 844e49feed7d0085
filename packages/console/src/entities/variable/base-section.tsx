import type { VariableScope } from "@gatehouse/contract/entities/variable";
import { IconChevronRight } from "@tabler/icons-react";
import { useId } from "react";
import { LongTable } from "../../ui/long-table.tsx";
import { useStoredChoice } from "../../ui/use-stored-choice.ts";
import { columnsOf } from "./variable-columns.ts";
import { counted } from "./variable-kinds.ts";
import { type VariableActions, VariableRow } from "./variable-row.tsx";
import classes from "./variable-section.module.css";
import type { NumberedVariable } from "./variable-section.tsx";

interface BaseSectionProps {
  scope: VariableScope;
  rows: readonly NumberedVariable[];
  isSearched: boolean;
  nameOf: (id: number) => string;
  actions: VariableActions;
}

/** Values counted by the hardware, so that every variable can be traced to its source. */
export function BaseSection({ scope, rows, isSearched, nameOf, actions }: BaseSectionProps) {
  const id = useId();
  const [isKeptOpen, keepOpen] = useStoredChoice("variables.base-open", false);
  // A search includes this section.
  const isOpen = isKeptOpen || isSearched;
  const { about, none } = counted[scope];
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>
          <button type="button" className={classes.fold} aria-expanded={isOpen} onClick={() => keepOpen(!isKeptOpen)}>
            <IconChevronRight size={16} aria-hidden />
            Base Variables
          </button>
        </h2>
        <span className={classes.count}>{rows.length}</span>
        <p className={classes.about}>{rows.length === 0 && !isSearched ? none : about}</p>
      </div>
      {isOpen && rows.length > 0 && (
        <LongTable label="Base Variables" columns={columnsOf(scope, "base")} rows={rows}>
          {({ variable, number }, place) => (
            <VariableRow
              key={variable.id}
              variable={variable}
              number={number}
              place={place}
              valueTitle="Value"
              hasTotal={scope === "epld"}
              nameOf={nameOf}
              actions={actions}
            />
          )}
        </LongTable>
      )}
    </section>
  );
}
