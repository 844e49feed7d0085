import { Select } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { looseQuery } from "../api/call-query.ts";
import { useIsLimited, useMay } from "../api/permissions.ts";
import { MultiChoice } from "../ui/multi-choice.tsx";
import type { Choice, ChoiceSource, Field, Values } from "./field.ts";

type ReferenceField = Extract<Field, { kind: "reference" }>;

interface ReferenceInputProps {
  field: ReferenceField;
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
  const { choices: existing, isComplete, error: failure, unsuitable } = useChoices(field.from, values, value);
  const deleted = isComplete ? deletedChoices(field, value, existing) : [];
  const choices = [...existing, ...deleted];
  const isDisabled = field.isDisabled?.(values) === true;
  const disabled = shared.disabled || isDisabled;
  const none = choices.length === 0 ? "None available" : "None";
  const error = shared.error ?? failure ?? (deleted.length > 0 ? deletedError : unsuitable);
  if (field.isMultiple) {
    return (
      <MultiChoice
        label={field.label}
        field={field.name}
        isLabelShown
        description={field.help}
        placeholder={field.placeholder ?? (choices.length === 0 ? "None available" : "Choose…")}
        error={error}
        choices={choices}
        value={value as string[]}
        onChange={onChange}
      />
    );
  }
  const placeholder = (isDisabled && field.whileDisabled) || (field.placeholder ?? none);
  return (
    <Select
      {...shared}
      data-field={shared.name}
      error={error}
      disabled={disabled}
      placeholder={placeholder}
      data={choices}
      searchable
      clearable
      // Mantine hides this button from keyboards and screen readers.
      clearButtonProps={{ "aria-label": `Clear ${shared.label}`, "aria-hidden": false, tabIndex: 0, size: "24px" }}
      nothingFoundMessage="No matches"
      withScrollArea={false}
      maxDropdownHeight={260}
      styles={{ dropdown: { overflowY: "auto", maxHeight: 260 } }}
      value={value === "" ? null : String(value)}
      onChange={(chosen) => onChange(chosen ?? "")}
    />
  );
}

const deletedError = "Was deleted. Remove it or choose another one";

/** The chosen records that no longer exist, as in an earlier version of a record. */
const deletedChoices = (field: ReferenceField, chosen: unknown, existing: readonly Choice[]): Choice[] =>
  [chosen]
    .flat()
    .map(String)
    .filter((id) => id !== "" && !existing.some(({ value }) => value === id))
    .map((id) => ({ value: id, label: deletedLabel(field, id) }));

/** How a form shows a chosen record that no longer exists. */
export const deletedLabel = ({ label, isMultiple }: ReferenceField, id: string): string =>
  isMultiple ? `#${id} (deleted)` : `Deleted ${label.charAt(0).toLowerCase()}${label.slice(1)}`;

/** Fetches the records that can be chosen. */
export function useChoices(source: ChoiceSource, values: Values, chosen: unknown) {
  const { topic, key, params, moreParams = [], query, label, when, unsuitable } = source;
  const may = useMay()(key);
  const isLimited = useIsLimited();
  const lists = useQueries({
    queries: [params, ...moreParams].map((of) => ({
      ...looseQuery<readonly Values[]>(topic, key, { params: of, query }),
      enabled: may,
    })),
  });
  const kept = new Set([chosen].flat().map(String));
  const isOffered = (record: Values) => when?.(record, values) !== false;
  const isKept = (record: Values) => kept.has(String(record.id));
  const records = lists.flatMap(({ data = [] }) => data);
  const choices = records
    // The current choice stays visible even if it is no longer offered.
    .filter((record) => isOffered(record) || isKept(record))
    .map((record) => ({ value: String(record.id), label: label(record) }));
  return {
    choices,
    /** People who are limited to gates don't get all records. */
    isComplete: !isLimited && lists.every(({ isSuccess, isFetching }) => isSuccess && !isFetching),
    unsuitable: records.some((record) => isKept(record) && !isOffered(record)) ? unsuitable : undefined,
    error: lists.some(({ isError }) => isError) ? "Couldn't load the options" : undefined,
  };
}
