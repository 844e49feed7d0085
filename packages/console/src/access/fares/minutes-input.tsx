import { TextInput } from "@mantine/core";
import { parseDecimal } from "../../forms/field.ts";

/** Minutes, or the text that is being typed. */
export type EnteredMinutes = number | string;

/** The entered minutes; undefined if there are none. */
export function toMinutes(value: EnteredMinutes): number | string | undefined {
  const text = String(value).trim();
  return text === "" ? undefined : parseDecimal(text);
}

interface MinutesInputProps {
  name: string;
  label: string;
  value: EnteredMinutes;
  error: string | undefined;
  isDisabled?: boolean;
  onChange: (value: string) => void;
}

/** A number of minutes. */
export const MinutesInput = ({ name, label, value, error, isDisabled = false, onChange }: MinutesInputProps) => (
  <TextInput
    name={name}
    label={label}
    inputMode="numeric"
    autoComplete="off"
    rightSection="min"
    rightSectionWidth={44}
    disabled={isDisabled}
    error={error}
    value={String(value)}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);
