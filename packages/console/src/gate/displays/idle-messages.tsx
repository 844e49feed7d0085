import { TextInput } from "@mantine/core";
import type { CustomFieldProps } from "../../forms/field.ts";
import classes from "./display.module.css";
import { gridSize } from "./grid-preview.tsx";

const path = "additionalInfo.idl";

export function IdleMessages({ values, value, onChange, errors }: CustomFieldProps) {
  const { rows, chars } = gridSize(values);
  const lines = value as readonly string[];
  const write = (row: number, text: string) => {
    const next = Array.from({ length: Math.max(rows, lines.length) }, (_, index) => lines[index] ?? "");
    next[row] = text;
    // Trailing empty rows are not stored.
    while (next.at(-1) === "") next.pop();
    onChange(next);
  };
  return (
    <fieldset className={classes.group}>
      <legend>Idle messages</legend>
      {Array.from({ length: Math.max(rows, lines.length) }, (_, row) => {
        const text = lines[row] ?? "";
        return (
          <TextInput
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its number
            key={row}
            name={`${path}.${row}`}
            aria-label={`Idle message, row ${row + 1}`}
            placeholder={`Row ${row + 1}`}
            value={text}
            maxLength={chars}
            // A message beyond the last row stays visible until it is removed.
            error={errors[`${path}.${row}`] ?? (row >= rows ? "Beyond the last row" : undefined)}
            rightSection={<span className={classes.count}>{`${[...text].length}/${chars}`}</span>}
            rightSectionWidth={56}
            onChange={(event) => write(row, event.currentTarget.value)}
          />
        );
      })}
      {errors[path] !== undefined && (
        <p className={classes.fault} role="alert">
          {errors[path]}
        </p>
      )}
    </fieldset>
  );
}
