import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { looseQuery } from "../api/call-query.ts";
import { MultiChoice } from "../ui/multi-choice.tsx";
import type { ChoiceSource, Field, Values } from "./field.ts";

interface ReferenceInputProps {
  field: Extract<Field, { kind: "reference" }>;
  name: string;
  label: string;
  description: string | undefined;
  error: string | undefined;
  disabled: boolean;
  values: Values;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** Selects records of another entity. */
export function ReferenceInput({ field, values, value, onChange, ...shared }: ReferenceInputProps) {
  const { choices, failure } = useChoices(field.from, values, value);
  const disabled = shared.disabled || field.isDisabled?.(values) === true;
  const error = shared.error ?? failure;
  if (field.isMultiple) {
    return (
      <MultiChoice
        label={field.label}
        field={field.name}
        isLabelShown
        placeholder={choices.length === 0 ? "None available" : "Choose…"}
        error={error}
        choices={choices}
        value={value as string[]}
        onChange={onChange}
      />
    );
  }
  return (
    <Select
      {...shared}
      data-field={field.name}
      error={error}
      disabled={disabled}
      placeholder={choices.length === 0 ? "None available" : "None"}
      data={choices}
      searchable
      clearable
      // Mantine hides this button from keyboards and screen readers.
      clearButtonProps={{ "aria-label": `Clear ${field.label}`, "aria-hidden": false, tabIndex: 0, size: "24px" }}
      nothingFoundMessage="No matches"
      withScrollArea={false}
      maxDropdownHeight={260}
      styles={{ dropdown: { overflowY: "auto", maxHeight: 260 } }}
      value={value === "" ? null : String(value)}
      onChange={(chosen) => onChange(chosen ?? "")}
    />
  );
}

/** Fetches the records that can be chosen. */
export function useChoices({ topic, key, params, query, label, when }: ChoiceSource, values: Values, chosen: unknown) {
  const { data: records = [], isError } = useQuery(looseQuery<readonly Values[]>(topic, key, { params, query }));
  const choices = records
    // The current choice stays visible even if it is no longer offered.
    .filter((record) => when?.(record, values) !== false || String(record.id) === String(chosen))
    .map((record) => ({ value: String(record.id), label: label(record) }));
  return { choices, failure: isError ? "Couldn't load the options" : undefined };
}
