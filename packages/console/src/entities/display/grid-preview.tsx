import type { DisplayScope } from "@gatehouse/contract/entities/display/display-scope";
import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import type { Values } from "../../forms/field.ts";
import classes from "./display.module.css";
import { gridSize } from "./grid-size.ts";
import { useVariables } from "./variable-choices.ts";

type State = "idle" | "granted" | "denied";

interface GridPreviewProps {
  values: Values;
  scope: DisplayScope;
  /** Whether the sign also speaks about access. */
  hasAccess: boolean;
}

/** DISP-5: the sign as it shines: a dark board of exactly its rows and characters; what does not fit is marked. */
export function GridPreview({ values, scope, hasAccess }: GridPreviewProps) {
  const [state, setState] = useState<State>("idle");
  const { rows, chars } = gridSize(values);
  const variables = useVariables(scope);
  const currentOf = (id: number) => variables.find((variable) => variable.id === id)?.computedValue;
  const lines = state === "idle" ? idleLines(values, chars, currentOf) : accessLines(values, state, rows, chars);
  const overflows = lines.some((line) => [...line].length > chars) || lines.length > rows;
  return (
    <figure className={classes.preview}>
      <div
        className={classes.board}
        role="img"
        aria-label={`The sign shows: ${lines.join(" / ").trim() || "nothing"}`}
        style={{ "--chars": chars } as React.CSSProperties}
      >
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its number
          <div key={row} className={classes.line}>
            {cells(lines[row] ?? "", chars).map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
              <span key={column} className={classes.cell}>
                {cell}
              </span>
            ))}
            {[...(lines[row] ?? "")].length > chars && <span className={classes.overflow}>…</span>}
          </div>
        ))}
      </div>
      {overflows && <p className={classes.fault}>Some of this does not fit the sign.</p>}
      {hasAccess && (
        <SegmentedControl
          size="xs"
          classNames={{ indicator: classes.indicator ?? "", label: classes.state ?? "" }}
          aria-label="What the sign shows"
          data={[
            { value: "idle", label: "Idle" },
            { value: "granted", label: "Granted" },
            { value: "denied", label: "Denied" },
          ]}
          value={state}
          onChange={(next) => setState(next as State)}
        />
      )}
    </figure>
  );
}

const cells = (line: string, chars: number) => [...line.padEnd(chars)].slice(0, chars);

interface Pick {
  variableId: number;
  label: string;
}

/** Idle messages first, then a row for each variable: its label at the start, its value at the end. */
function idleLines(values: Values, chars: number, currentOf: (id: number) => number | undefined): string[] {
  const idle = (values["additionalInfo.idl"] ?? []) as string[];
  const picks = (values["additionalInfo.variables"] ?? []) as Pick[];
  return [
    ...idle,
    ...picks.map(({ label, variableId }) => {
      const value = String(currentOf(variableId) ?? "---");
      return `${label.padEnd(chars - value.length - 1)} ${value}`;
    }),
  ];
}

/** A message about access takes the middle of the sign. */
function accessLines(values: Values, state: "granted" | "denied", rows: number, chars: number): string[] {
  const name = state === "granted" ? "accessGrantedMessage" : "accessDeniedMessage";
  const wrapped = wrap(String(values[`additionalInfo.accessControl.${name}`] ?? ""), chars);
  const above = Math.max(0, Math.floor((rows - wrapped.length) / 2));
  return [...Array<string>(above).fill(""), ...wrapped.map((line) => centred(line, chars))];
}

function centred(line: string, chars: number): string {
  return " ".repeat(Math.max(0, Math.floor((chars - line.length) / 2))) + line;
}

/** Words go to the next row when they do not fit; one that is longer than a row stays whole and is marked. */
function wrap(text: string, chars: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= chars) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
