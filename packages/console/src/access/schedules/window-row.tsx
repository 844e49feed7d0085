import { type WeeklyWindow, weekdays } from "@gatehouse/contract/entities/access/schedule";
import type { TimeWindow } from "@gatehouse/contract/fields/time";
import { ActionIcon, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import type { CustomFieldProps } from "../../forms/field.ts";
import classes from "./week.module.css";

interface WindowRowProps {
  index: number;
  window: WeeklyWindow;
  errors: CustomFieldProps["errors"];
  onChange: (window: WeeklyWindow) => void;
  onRemove: () => void;
}

/** A weekly window as form fields. */
export function WindowRow({ index, window, errors, onChange, onRemove }: WindowRowProps) {
  const path = `windows.${index}`;
  const toggle = (day: number, isOn: boolean) =>
    onChange({
      ...window,
      days: weekdays.map((_, at) => at + 1).filter((each) => (each === day ? isOn : window.days.includes(each))),
    });
  const error = errors[`${path}.days`] ?? errors[path];
  return (
    <fieldset className={classes.window} aria-label={`Window ${index + 1}`}>
      <div className={classes.days}>
        {weekdays.map((name, at) => (
          <label key={name}>
            <input
              type="checkbox"
              name={`${path}.days`}
              aria-label={name}
              checked={window.days.includes(at + 1)}
              onChange={(event) => toggle(at + 1, event.currentTarget.checked)}
            />
            <span aria-hidden>{name.slice(0, 2)}</span>
          </label>
        ))}
      </div>
      <TimeFields path={path} window={window} errors={errors} onChange={(times) => onChange({ ...window, ...times })} />
      <ActionIcon
        variant="default"
        size={36}
        data-field={path}
        aria-label={`Remove window ${index + 1}`}
        onClick={onRemove}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
      {error !== undefined && (
        <p className={classes.fault} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface TimeFieldsProps {
  path: string;
  window: TimeWindow;
  errors: CustomFieldProps["errors"];
  onChange: (times: TimeWindow) => void;
}

/** Start and end of a window. */
export function TimeFields({ path, window, errors, onChange }: TimeFieldsProps) {
  const { from, to } = window;
  const isOvernight = from !== "" && to !== "" && to <= from && to !== "00:00";
  return (
    <>
      <TextInput
        type="time"
        name={`${path}.from`}
        aria-label="From"
        error={errors[`${path}.from`]}
        value={from}
        onChange={(event) => onChange({ from: event.currentTarget.value, to })}
      />
      <TextInput
        type="time"
        name={`${path}.to`}
        aria-label={isOvernight ? "To, on the next day" : "To"}
        error={errors[`${path}.to`]}
        value={to}
        onChange={(event) => onChange({ from, to: event.currentTarget.value })}
      />
      <span className={classes.about}>{isOvernight ? "next day" : ""}</span>
    </>
  );
}
