import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import type { Values } from "../../forms/field.ts";
import classes from "./display.module.css";
import { gridSize } from "./grid-size.ts";

type State = "idle" | "granted" | "denied";

/** DISP-5: the sign as it shines: a dark board of exactly its rows and characters; what does not fit is marked. */
export function GridPreview({ values, hasAccess }: { values: Values; hasAccess: boolean }) {
  const [state, setState] = useState<State>("idle");
  const { rows, chars } = gridSize(values);
  const lines = linesOf(values, state, rows, chars);
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

/** Idle rows first, then a line for each variable; a message about access takes the middle of the sign. */
function linesOf(values: Values, state: State, rows: number, chars: number): string[] {
  if (state === "idle") {
    const idle = (values["additionalInfo.idl"] ?? []) as string[];
    const variables = (values["additionalInfo.variables"] ?? []) as { label: string; shown?: string }[];
    return [...idle, ...variables.map(({ label }) => `${label} ---`)];
  }
  const name = state === "granted" ? "accessGrantedMessage" : "accessDeniedMessage";
  const message = String(values[`additionalInfo.accessControl.${name}`] ?? "");
  const wrapped = wrap(message, chars);
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
