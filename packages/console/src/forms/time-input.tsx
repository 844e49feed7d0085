import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useSite } from "../api/site.ts";
import { formatClock } from "../ui/format-time.ts";
import { formatTypedTime, parseTypedTime } from "../ui/typed-time.ts";
import { localMidnight, parseLocalTime, toLocalTime } from "../ui/zoned-time.ts";
import { CalendarButton } from "./calendar-button.tsx";
import classes from "./time-input.module.css";

interface TimeInputProps {
  name: string;
  label: string;
  description: string | undefined;
  error: string | undefined;
  disabled: boolean;
  /** Offers today and tomorrow: the start or the end of the day. */
  offers?: "start" | "end" | undefined;
  /** ISO 8601, empty, or `incomplete` while the input is not a full date and time. */
  value: string;
  onChange: (value: string) => void;
}

const minuteMs = 60_000;
const incomplete = "incomplete";
const offeredDays = ["Today", "Tomorrow"];
const example = "15 Nov 2026, 18:07";

/** Date and time in the site's time zone, written like on the pages. An unedited value keeps its milliseconds. */
export function TimeInput({ description, error, value, onChange, offers, ...shared }: TimeInputProps) {
  const { timeZone } = useSite();
  const [typed, setTyped] = useState({ text: "", value: "" });
  const [hasFocus, setHasFocus] = useState(false);
  // Keep what was typed, even if the time would be shown differently.
  const text = typed.value === value ? typed.text : toInputText(value, timeZone);
  const reading = parseTypedTime(text) ?? "";
  const enter = (next: string) => {
    const meant = toValue(next, timeZone);
    setTyped({ text: next, value: meant });
    if (meant !== value) onChange(meant);
  };
  const input = (
    <TextInput
      {...shared}
      autoComplete="off"
      placeholder={example}
      value={text}
      onChange={(event) => enter(event.currentTarget.value)}
      onFocus={() => setHasFocus(true)}
      onBlur={() => {
        setHasFocus(false);
        setTyped({ text: formatTypedTime(text), value });
      }}
      description={
        clockChangeWarning(reading, value, timeZone) ??
        [description, `Site time, ${timeZone}`].filter(Boolean).join(". ")
      }
      error={
        value === incomplete && (error !== undefined || !hasFocus) ? `Enter date and time, such as ${example}` : error
      }
      rightSectionPointerEvents="all"
      rightSection={
        <CalendarButton
          type="datetime-local"
          value={reading}
          disabled={shared.disabled}
          onChoose={(chosen) => enter(formatTypedTime(chosen))}
        />
      }
    />
  );
  if (offers === undefined) return input;
  return (
    <div>
      {input}
      <div className={classes.offers}>
        {offeredDays.map((day, days) => (
          <Button
            key={day}
            size="compact-xs"
            variant="default"
            disabled={shared.disabled}
            aria-label={`${shared.label}: ${day.toLowerCase()}`}
            onClick={() => onChange(edgeOfDay(offers, days, timeZone))}
          >
            {day}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** The first or the last minute of a day, some days from now. */
function edgeOfDay(edge: "start" | "end", days: number, timeZone: string): string {
  const start = localMidnight(new Date(), timeZone, edge === "start" ? days : days + 1);
  return new Date(start.getTime() - (edge === "start" ? 0 : minuteMs)).toISOString();
}

function toInputText(value: string, timeZone: string): string {
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? "" : formatTypedTime(toLocalTime(at, timeZone));
}

/** The moment that a typed time means. */
function toValue(text: string, timeZone: string): string {
  if (text.trim() === "") return "";
  const reading = parseTypedTime(text);
  return (reading && parseLocalTime(reading, timeZone)?.at.toISOString()) ?? incomplete;
}

/** Says what a time means that a clock change skips or repeats. */
function clockChangeWarning(reading: string, value: string, timeZone: string): string | undefined {
  const { at, occurs } = parseLocalTime(reading, timeZone) ?? {};
  if (at === undefined || occurs === "once") return undefined;
  const clock = reading.slice(11);
  if (occurs === "twice") {
    // A stored time can be the second one.
    const isSecond = Date.parse(value) >= at.getTime() + minuteMs;
    return `${clock} occurs twice on that day; the ${isSecond ? "second" : "first"} one is used`;
  }
  return `${clock} does not exist on that day; ${formatClock(at, timeZone)} is used`;
}
