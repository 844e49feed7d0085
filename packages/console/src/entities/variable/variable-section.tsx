import type { Variable, VariableScope } from "@gatehouse/contract/entities/variable";
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useId } from "react";
import { LongTable } from "../../ui/long-table.tsx";
import { columnsOf, valueTitleOf } from "./variable-columns.ts";
import { type AddedType, kinds } from "./variable-kinds.ts";
import { type VariableActions, VariableRow } from "./variable-row.tsx";
import classes from "./variable-section.module.css";

interface VariableSectionProps {
  scope: VariableScope;
  type: AddedType;
  /** Undefined while loading. */
  rows: readonly NumberedVariable[] | undefined;
  nameOf: (id: number) => string;
  actions: VariableActions;
  onAdd: () => void;
}

/** A variable with its row number, which a search does not change. */
export interface NumberedVariable {
  readonly id: number;
  readonly number: number;
  readonly variable: Variable;
}

/** VAR-1: the variables of a type, with a button to add one. */
export function VariableSection({ scope, type, rows, nameOf, actions, onAdd }: VariableSectionProps) {
  const id = useId();
  const { title, noun, empty } = kinds[type];
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        <span className={classes.count}>{rows?.length}</span>
        {!actions.isReadOnly && (
          <Button variant="default" size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={onAdd}>
            {`Add new ${noun}`}
          </Button>
        )}
      </div>
      <LongTable
        label={title}
        columns={columnsOf(scope, type)}
        rows={rows}
        empty={<p className={classes.none}>{empty}</p>}
      >
        {({ variable, number }, place) => (
          <VariableRow
            key={variable.id}
            variable={variable}
            number={number}
            place={place}
            valueTitle={valueTitleOf(scope, type)}
            hasTotal={scope === "epld" && type !== "constant"}
            nameOf={nameOf}
            actions={actions}
          />
        )}
      </LongTable>
    </section>
  );
}
