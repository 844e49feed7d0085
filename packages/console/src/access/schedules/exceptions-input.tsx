import type { HolidayFile } from "@gatehouse/contract/entities/access/holiday-calendar";
import type { Schedule } from "@gatehouse/contract/entities/access/schedule";
import { formatCount } from "@gatehouse/contract/fields/number";
import { ActionIcon, Button } from "@mantine/core";
import { IconTrash, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useSite } from "../../api/site.ts";
import { DateInput } from "../../forms/date-input.tsx";
import type { CustomFieldProps } from "../../forms/field.ts";
import { RowGroup } from "../../forms/row-group.tsx";
import { useRowFocus } from "../../forms/use-row-focus.ts";
import { FileDrop } from "../../ui/file-drop.tsx";
import { toLocalTime } from "../../ui/zoned-time.ts";
import classes from "./week.module.css";
import { TimeFields } from "./window-row.tsx";

type Exceptions = Schedule["exceptions"];

interface HolidayImportProps {
  dates: readonly Exceptions[number][];
  onImport: (dates: Exceptions) => void;
}

interface ImportResult {
  /** What was done, if the file is valid. */
  text?: string;
  errors: HolidayFile["errors"];
}

const maxShownErrors = 10;

/** Adds the whole days of an ICS file as closed dates. They are saved with the schedule. */
function HolidayImport({ dates, onImport }: HolidayImportProps) {
  const { timeZone } = useSite();
  const [result, setResult] = useState<ImportResult>();
  const take = async (file: File) => {
    const { maxCalendarBytes, parseHolidays } = await import("@gatehouse/contract/entities/access/holiday-calendar");
    if (file.size > maxCalendarBytes) {
      setResult({ errors: [{ line: 1, reason: `The file is larger than ${maxCalendarBytes / 1_000_000} MB` }] });
      return;
    }
    const found = parseHolidays(await file.text(), toLocalTime(new Date(), timeZone).slice(0, 10));
    const listed = new Set(dates.map(({ date }) => date));
    const added = found.holidays.filter(({ date }) => !listed.has(date));
    setResult(found.errors.length > 0 ? { errors: found.errors } : { errors: [], text: describe(found, added.length) });
    if (added.length === 0) return;
    const closed = added.map(({ date }) => ({ date, windows: [] }));
    onImport([...dates, ...closed].sort((one, other) => one.date.localeCompare(other.date)));
  };
  return (
    <div className={classes.import}>
      <FileDrop
        label="Import holidays: drop an ICS file here or choose one"
        help="Whole days, also those that repeat every year, are added as closed dates"
        accept=".ics,text/calendar"
        onFile={(file) => void take(file)}
      />
      <p role="status" className={classes.about}>
        {result?.text}
      </p>
      {result !== undefined && result.errors.length > 0 && (
        <div role="alert" className={classes.fault}>
          <p>Nothing was imported:</p>
          <ul>
            {result.errors.slice(0, maxShownErrors).map(({ line, reason }) => (
              <li key={line}>{`Line ${line}: ${reason}`}</li>
            ))}
          </ul>
          {result.errors.length > maxShownErrors && <p>{`And ${result.errors.length - maxShownErrors} more`}</p>}
        </div>
      )}
    </div>
  );
}

function describe({ holidays, pastDates, timedEvents }: HolidayFile, added: number): string {
  const listed = holidays.length - added;
  const parts = [
    added === 0 ? "No dates added" : `${formatCount(added, "date")} added; save the schedule to keep them`,
    ...(listed > 0 ? [`${listed} already listed`] : []),
    ...(pastDates > 0 ? [`${formatCount(pastDates, "past date")} left out`] : []),
    ...(timedEvents > 0 ? [`${formatCount(timedEvents, "event")} with a time of day left out`] : []),
  ];
  return `${parts.join("; ")}.`;
}

type ExceptionDate = Schedule["exceptions"][number];

/** Dates on which other windows apply, or none. */
export function ExceptionsInput({ value, onChange, errors }: CustomFieldProps) {
  const dates = value as readonly ExceptionDate[];
  const focus = useRowFocus(dates.length, (place) => `[name="exceptions.${place}.date"]`);
  return (
    <RowGroup
      title="Exceptions"
      about="On these dates the windows of the week don't apply. An overnight window belongs to the day it starts on."
      error={errors.exceptions}
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
          {dates.map((each, index) => (
            <ExceptionRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a date is its place
              key={index}
              index={index}
              exception={each}
              errors={errors}
              onChange={(next) => onChange(dates.with(index, next))}
              onRemove={() => focus.remove(() => onChange(dates.toSpliced(index, 1)))}
            />
          ))}
        </div>
      )}
    </RowGroup>
  );
}

interface ExceptionRowProps {
  index: number;
  exception: ExceptionDate;
  errors: CustomFieldProps["errors"];
  onChange: (exception: ExceptionDate) => void;
  onRemove: () => void;
}

function ExceptionRow({ index, exception, errors, onChange, onRemove }: ExceptionRowProps) {
  const { date, windows } = exception;
  const path = `exceptions.${index}`;
  return (
    <fieldset className={classes.exception} aria-label={`Exception ${index + 1}`}>
      <DateInput
        name={`${path}.date`}
        label="Date"
        error={errors[`${path}.date`]}
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
              errors={errors}
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
            {errors[`${path}.windows.${at}`] !== undefined && (
              <p className={classes.fault} role="alert">
                {errors[`${path}.windows.${at}`]}
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
      <ActionIcon variant="default" size={36} aria-label={`Remove exception ${index + 1}`} onClick={onRemove}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </fieldset>
  );
}
