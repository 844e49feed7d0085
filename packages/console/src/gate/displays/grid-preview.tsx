import type { DisplayScope } from "@gatehouse/contract/entities/display/display";
import { type GridSign, maxSign, signRows } from "@gatehouse/contract/entities/display/sign-rows";
import { asText } from "@gatehouse/contract/fields/as-text";
import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import type { Values } from "../../forms/field.ts";
import { useHardwareState } from "../hardware-state.tsx";
import classes from "./display.module.css";
import { useVariables } from "./display-variables.ts";
import { OfflineNotice } from "./offline-notice.tsx";

const states = [
  { value: "idle", label: "Idle" },
  { value: "granted", label: "Granted" },
  { value: "denied", label: "Denied" },
] as const;

type State = (typeof states)[number]["value"];

interface GridPreviewProps {
  values: Values;
  scope: DisplayScope;
  /** Id of a stored sign, whose state is shown too. */
  id: number | undefined;
  /** Whether the sign also shows access messages. */
  hasAccess: boolean;
}

/** Preview of a sign with its rows and characters; overflowing text is marked. */
export function GridPreview({ values, scope, id, hasAccess }: GridPreviewProps) {
  const [state, setState] = useState<State>("idle");
  const sign = signOf(values);
  const { rows, chars } = sign;
  const variables = useVariables(scope);
  const currentOf = (id: number) => variables.find((variable) => variable.id === id)?.computedValue;
  const status = useHardwareState().textOf("sign", String(id));
  const rowsIn = (shown: State) => signRows(sign, currentOf, messageFor(shown, values));
  const { rows: lines } = rowsIn(state);
  const cut = (hasAccess ? states : states.slice(0, 1)).filter(({ value }) => !rowsIn(value).fits);
  return (
    <figure className={classes.preview}>
      <div
        className={classes.board}
        role="img"
        aria-label={`The sign ${status?.tone === "bad" ? "would show" : "shows"}: ${lines.join(" / ").trim() || "nothing"}`}
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
      <OfflineNotice state={status} what="text" />
      {cut.length > 0 && (
        <p className={classes.fault}>
          Some text doesn't fit the sign{hasAccess && `: ${cut.map(({ label }) => label).join(", ")}`}.
        </p>
      )}
      {hasAccess && (
        <SegmentedControl
          size="xs"
          classNames={{ indicator: classes.indicator, label: classes.state }}
          aria-label="What the sign shows"
          data={[...states]}
          value={state}
          onChange={(next) => setState(next as State)}
        />
      )}
    </figure>
  );
}

const cells = (line: string, chars: number) => [...line.padEnd(chars)].slice(0, chars);

function signOf(values: Values): GridSign {
  return {
    ...gridSize(values),
    idle: (values["additionalInfo.idl"] ?? []) as string[],
    variables: (values["additionalInfo.variables"] ?? []) as GridSign["variables"],
  };
}

const messageNames = { granted: "accessGrantedMessage", denied: "accessDeniedMessage" } as const;

const messageFor = (state: State, values: Values): string | null =>
  state === "idle" ? null : asText(values[`additionalInfo.accessControl.${messageNames[state]}`]);

const within = (value: unknown, fallback: number, most: number) => {
  const number = Number(value);
  return Number.isInteger(number) && number >= 1 ? Math.min(number, most) : fallback;
};

/** Rows and characters of a sign, with limits for values that are still being typed. */
export function gridSize(values: Values): { rows: number; chars: number } {
  return {
    rows: within(values["additionalInfo.rows"], 2, maxSign.rows),
    chars: within(values["additionalInfo.chars"], 16, maxSign.chars),
  };
}
