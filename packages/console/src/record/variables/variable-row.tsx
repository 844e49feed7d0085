import { type Part, partsOf, type Variable } from "@gatehouse/contract/entities/variable";
import { variableTexts } from "@gatehouse/contract/entities/variable.messages";
import { ActionIcon, Tooltip } from "@mantine/core";
import {
  IconAlertTriangle,
  IconChartBar,
  IconCloud,
  IconCloudCheck,
  IconCloudUp,
  IconPencil,
  IconTrash,
  type TablerIcon,
} from "@tabler/icons-react";
import { useState } from "react";
import { useSite } from "../../api/site.ts";
import { RelativeTime } from "../../ui/date-time.tsx";
import { formatNumber } from "../../ui/format-number.ts";
import { formatDateTime } from "../../ui/format-time.ts";
import type { RowPlace } from "../../ui/long-table.tsx";
import { equationOf, formatEquation, shortenName } from "./equation-terms.ts";
import { isBelowZero } from "./variable-kinds.ts";
import classes from "./variable-table.module.css";

interface EquationTextProps {
  variable: Variable;
  nameOf: (id: number) => string;
}

const shownParts = 3;

/** An equation in a table row; a long one is cut and expands on click. */
function EquationText({ variable, nameOf }: EquationTextProps) {
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
      {shown.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a variable may stand in an equation twice
        <EquationPart key={index} part={part} isFirst={index === 0} name={shortenName(sourceName, nameOf(part.id))} />
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

export interface VariableActions {
  /** Values can only be explained. */
  isReadOnly: boolean;
  /** Explains the value. */
  onShow: (id: number) => void;
  onEdit: (id: number) => void;
  onDelete: (variable: Variable) => void;
  /** Undefined if the scope has no dashboard. */
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

interface VariableNumberProps {
  variable: Variable;
  /** Explains the value. */
  onOpen: () => void;
}

/** The value of a variable; a click explains it. In EPLD a bar shows its share of the total. */
function VariableNumber({ variable, onOpen }: VariableNumberProps) {
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

/** Whether a variable is published to the cloud, and the time of the last delivery. */
function PublishFlag({ variable }: { variable: Variable }) {
  const { timeZone } = useSite();
  const { publish, publishedAt, isPublishing } = variable;
  if (!publish) return <span className="visually-hidden">Not published to cloud</span>;
  const taken = publishedAt === null ? undefined : `last delivered ${formatDateTime(new Date(publishedAt), timeZone)}`;
  const state = isPublishing ? "waiting for delivery" : (taken ?? "not delivered yet");
  const Icon = iconOf(variable);
  return (
    <Tooltip label={`Published to cloud, ${state}`}>
      <span className={classes.flag} data-tone={isPublishing ? "waiting" : taken && "taken"}>
        <Icon size={16} role="img" aria-label={`Published to cloud, ${state}`} />
        <span aria-hidden>
          {isPublishing && "waiting"}
          {!isPublishing && publishedAt === null && "not yet"}
          {!isPublishing && publishedAt !== null && <RelativeTime at={publishedAt} timeZone={timeZone} />}
        </span>
      </span>
    </Tooltip>
  );
}

function iconOf({ publishedAt, isPublishing }: Variable): TablerIcon {
  if (isPublishing) return IconCloudUp;
  return publishedAt === null ? IconCloud : IconCloudCheck;
}
