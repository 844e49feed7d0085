import { Button } from "@mantine/core";
import type { MouseEvent } from "react";
import { bringIntoView } from "../ui/bring-into-view.ts";
import { type Field, toFormValues, type Values } from "./field.ts";
import { FieldValue } from "./field-value.tsx";
import classes from "./notice.module.css";
import { isSame } from "./take-over.ts";

interface ConflictNoticeProps {
  fields: readonly Field[];
  /** The values that the user started from. */
  opened: Values;
  mine: Values;
  theirs: object;
  onOverwrite: (event: MouseEvent) => void;
  onReload: () => void;
}

/** Shows the differences to a record that was saved elsewhere first, and lets the user overwrite or reload it. */
export function ConflictNotice({ fields, opened, mine, theirs, onOverwrite, onReload }: ConflictNoticeProps) {
  const stored = toFormValues(fields, theirs);
  const differing = fields
    .filter((field) => field.showIf?.(mine) !== false)
    .filter(({ name }) => !isSame(stored[name], mine[name]) || !isSame(stored[name], opened[name]));
  return (
    <div ref={bringIntoView} className={classes.notice} role="alert">
      <p>Changed in another tab or by someone else</p>
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Saved</th>
            <th scope="col">Your change</th>
          </tr>
        </thead>
        <tbody>
          {differing.map((field) => (
            <tr key={field.name}>
              <th scope="row">{field.label}</th>
              <td>
                <FieldValue field={field} values={stored} />
              </td>
              <td>{isSame(stored[field.name], mine[field.name]) ? "–" : <FieldValue field={field} values={mine} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>Overwrite saves your changes and keeps the others.</p>
      <div className={classes.choices}>
        <Button size="compact-sm" variant="default" onClick={onOverwrite}>
          Overwrite
        </Button>
        <Button size="compact-sm" onClick={onReload}>
          Reload
        </Button>
      </div>
    </div>
  );
}
