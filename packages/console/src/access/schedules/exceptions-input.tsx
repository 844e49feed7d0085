import type { Schedule } from "@gatehouse/contract/entities/access/schedule";
import { ActionIcon, Button } from "@mantine/core";
import { IconTrash, IconX } from "@tabler/icons-react";
import { DateInput } from "../../forms/date-input.tsx";
import type { CustomFieldProps } from "../../forms/field.ts";
import { RowGroup } from "../../forms/row-group.tsx";
import { useRowFocus } from "../../forms/use-row-focus.ts";
import { HolidayImport } from "./holiday-import.tsx";
import classes from "./week.module.css";
import { TimeFields } from "./window-row.tsx";

type ExceptionDate = Schedule["exceptions"][number];

/** Dates on which other windows apply, or none. */
export function ExceptionsInput({ value, onChange, faults }: CustomFieldProps) {
  const dates = value as readonly ExceptionDate[];
  const focus = useRowFocus(dates.length, (place) => `[name="exceptions.${place}.date"]`);
  return (
    <RowGroup
      title="Exceptions"
      about="On these dates the windows of the week don't apply. An overnight window belongs to the day it starts on."
      fault={faults.exceptions}
      add={{
        label: "Add date",
        ref: focus.addButton,
        onAdd: () => focus.add(() => onChange([...dates, { date: "", windows: [] }])),
      }}
      root={focus.root}
      after={<HolidayImport dates={dates} onImport={onChange} />}
    >
      {dates.length > 0 && (
        <div className={classes.dates}>
          {dates.map((each, place) => (
            <ExceptionRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a date is its place
              key={place}
              place={place}
              exception={each}
              faults={faults}
              onChange={(next) => onChange(dates.with(place, next))}
              onRemove={() => focus.remove(() => onChange(dates.toSpliced(place, 1)))}
            />
          ))}
        </div>
      )}
    </RowGroup>
  );
}

interface ExceptionRowProps {
  place: number;
  exception: ExceptionDate;
  faults: CustomFieldProps["faults"];
  onChange: (exception: ExceptionDate) => void;
  onRemove: () => void;
}

function ExceptionRow({ place, exception, faults, onChange, onRemove }: ExceptionRowProps) {
  const { date, windows } = exception;
  const path = `exceptions.${place}`;
  return (
    <fieldset className={classes.exception} aria-label={`Exception ${place + 1}`}>
      <DateInput
        name={`${path}.date`}
        label="Date"
        error={faults[`${path}.date`]}
        value={date}
        onChange={(next) => onChange({ ...exception, date: next })}
      />
      <div className={classes.open}>
        {windows.length === 0 && <span>Closed</span>}
        {windows.map((window, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a window is its place
          <fieldset key={at} className={classes.times} aria-label={`Window ${at + 1}`}>
            <TimeFields
              path={`${path}.windows.${at}`}
              window={window}
              faults={faults}
              onChange={(next) => onChange({ ...exception, windows: windows.with(at, next) })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={30}
              data-field={`${path}.windows.${at}`}
              aria-label={`Remove window ${at + 1}`}
              onClick={() => onChange({ ...exception, windows: windows.toSpliced(at, 1) })}
            >
              <IconX size={14} aria-hidden />
            </ActionIcon>
            {faults[`${path}.windows.${at}`] !== undefined && (
              <p className={classes.fault} role="alert">
                {faults[`${path}.windows.${at}`]}
              </p>
            )}
          </fieldset>
        ))}
        <Button
          variant="subtle"
          size="compact-xs"
          onClick={() => onChange({ ...exception, windows: [...windows, { from: "", to: "" }] })}
        >
          Add open hours
        </Button>
      </div>
      <ActionIcon variant="default" size={36} aria-label={`Remove exception ${place + 1}`} onClick={onRemove}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </fieldset>
  );
}
