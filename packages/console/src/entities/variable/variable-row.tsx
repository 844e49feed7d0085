import type { Variable } from "@gatehouse/contract/entities/variable";
import { ActionIcon } from "@mantine/core";
import { IconChartBar, IconPencil, IconTrash } from "@tabler/icons-react";
import { formatNumber } from "../../ui/format-number.ts";
import type { RowPlace } from "../../ui/long-table.tsx";
import { EquationText } from "./equation-text.tsx";
import { PublishFlag } from "./publish-flag.tsx";
import { VariableNumber } from "./variable-number.tsx";
import classes from "./variable-table.module.css";

/** Actions of a variable's row. */
export interface VariableActions {
  /** Values can only be explained. */
  isReadOnly: boolean;
  /** Explains the value. */
  onShow: (id: number) => void;
  onEdit: (id: number) => void;
  onDelete: (variable: Variable) => void;
  /** VAR-7: undefined if the scope has no dashboard. */
  onMap?: ((id: number) => void) | undefined;
}

interface VariableRowProps {
  variable: Variable;
  number: number;
  place: RowPlace;
  valueTitle: string;
  hasTotal: boolean;
  nameOf: (id: number) => string;
  actions: VariableActions;
}

/** VAR-1: a row of a variable table. */
export function VariableRow(props: VariableRowProps) {
  const { variable, number, place, valueTitle, hasTotal, nameOf, actions } = props;
  const { id, name, type, totalCapacity } = variable;
  const isConstant = type === "constant";
  return (
    <tr className={classes.row} {...place}>
      <td className={classes.place}>{number}</td>
      <td className={classes.name}>{name}</td>
      {type === "base" && (
        <td data-label="Source" className={classes.source}>
          {variable.sourceName ?? "–"}
        </td>
      )}
      {!isConstant && type !== "base" && (
        <td className={classes.formula}>
          <EquationText variable={variable} nameOf={nameOf} />
        </td>
      )}
      <td data-number data-label={valueTitle}>
        <VariableNumber variable={variable} onOpen={() => actions.onShow(id)} />
      </td>
      {hasTotal && (
        <td data-number data-label="Total" className={classes.total}>
          {totalCapacity === null ? "–" : formatNumber(totalCapacity)}
        </td>
      )}
      {(type !== "base" || actions.onMap !== undefined) && (
        <td className={classes.actions}>
          <RowActions variable={variable} actions={actions} />
        </td>
      )}
      {type !== "base" && (
        <td className={classes.cloud}>
          <PublishFlag variable={variable} />
        </td>
      )}
    </tr>
  );
}

function RowActions({ variable, actions }: Pick<VariableRowProps, "variable" | "actions">) {
  const { id, name, type, displayName } = variable;
  const isMapped = displayName !== null;
  if (actions.isReadOnly) return null;
  return (
    <span className={classes.buttons}>
      {type !== "base" && (
        <>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Edit ${name}`}
            data-opens={`variables.${id}`}
            onClick={() => actions.onEdit(id)}
          >
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Delete ${name}`}
            onClick={() => actions.onDelete(variable)}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </>
      )}
      {actions.onMap !== undefined && type !== "constant" && (
        <ActionIcon
          variant={isMapped ? "light" : "subtle"}
          {...(!isMapped && { color: "gray" })}
          aria-label={isMapped ? `Change dashboard mapping of ${name}` : `Map ${name} to dashboard`}
          title={isMapped ? `On the dashboard as “${displayName}”` : "Map to dashboard"}
          onClick={() => actions.onMap?.(id)}
        >
          <IconChartBar size={16} aria-hidden />
        </ActionIcon>
      )}
    </span>
  );
}
