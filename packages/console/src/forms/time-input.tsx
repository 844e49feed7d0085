import { TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useSite } from "../api/site.ts";
import { formatClock } from "../ui/format-time.ts";
import { parseLocalTime, toLocalTime } from "../ui/zoned-time.ts";

interface TimeInputProps {
  name: string;
  label: string;
  description: string | undefined;
  error: string | undefined;
  disabled: boolean;
  /** ISO 8601, empty, or `incomplete` while the input is not a full date and time. */
  value: string;
  onChange: (value: string) => void;
}

const incomplete = "incomplete";

/** Date and time in the site's time zone. An unedited value keeps its milliseconds. */
export function TimeInput({ description, error, value, onChange, ...shared }: TimeInputProps) {
  const { timeZone } = useSite();
  const [typed, setTyped] = useState({ text: "", value: "" });
  // Keep what was typed, even if the time would be shown differently.
  const text = typed.value === value ? typed.text : toInputText(value, timeZone);
  const enter = ({ currentTarget }: FormEvent<HTMLInputElement>) => {
    const next = currentTarget.validity.badInput ? incomplete : formatRelativeTime(currentTarget.value, timeZone);
    if (next === value) return;
    setTyped({ text: currentTarget.value, value: next });
    onChange(next);
  };
  return (
    <TextInput
      {...shared}
      type="datetime-local"
      max="9999-12-31T23:59"
      value={text}
      onChange={enter}
      // The browser reports an incomplete date only through `validity`, not by a change event.
      onKeyUp={enter}
      onBlur={enter}
      description={
        clockChangeWarning(text, timeZone) ?? [description, `Site time, ${timeZone}`].filter(Boolean).join(". ")
      }
      error={error !== undefined && value === incomplete ? "Enter both date and time" : error}
    />
  );
}

function toInputText(value: string, timeZone: string): string {
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? "" : toLocalTime(at, timeZone);
}

function formatRelativeTime(reading: string, timeZone: string): string {
  if (reading === "") return "";
  return parseLocalTime(reading, timeZone)?.at.toISOString() ?? incomplete;
}

/** Warns about a time that a clock change skips or repeats. */
function clockChangeWarning(reading: string, timeZone: string): string | undefined {
  const { at, occurs } = parseLocalTime(reading, timeZone) ?? {};
  if (at === undefined || occurs === "once") return undefined;
  const clock = reading.slice(11);
  if (occurs === "twice") return `${clock} occurs twice on that day; the first one is used`;
  return `${clock} does not exist on that day; ${formatClock(at, timeZone)} is used`;
}
