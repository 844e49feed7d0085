import { TextInput } from "@mantine/core";
import { useState } from "react";
import { formatTypedDate, parseTypedDate } from "../ui/typed-time.ts";
import { CalendarButton } from "./calendar-button.tsx";

interface DateInputProps {
  name: string;
  label: string;
  /** Otherwise the label is only for screen readers. */
  isLabelShown?: boolean;
  help?: string;
  error: string | undefined;
  /** `2026-11-15`, or what was typed if it is no date. */
  value: string;
  onChange: (value: string) => void;
}

/** A date, typed and shown as the pages write it. */
export function DateInput({ name, label, isLabelShown = false, help, error, value, onChange }: DateInputProps) {
  const [typed, setTyped] = useState<{ text: string; value: string }>();
  const enter = (text: string) => {
    const next = parseTypedDate(text) ?? text;
    setTyped({ text, value: next });
    onChange(next);
  };
  return (
    <TextInput
      name={name}
      {...(isLabelShown ? { label } : { "aria-label": label })}
      description={help}
      autoComplete="off"
      placeholder="15 Nov 2026"
      error={error}
      value={typed?.value === value ? typed.text : formatTypedDate(value)}
      onChange={(event) => enter(event.currentTarget.value)}
      onBlur={() => setTyped(undefined)}
      rightSectionPointerEvents="all"
      rightSection={<CalendarButton type="date" value={parseTypedDate(value) ?? ""} onChoose={enter} />}
    />
  );
}
