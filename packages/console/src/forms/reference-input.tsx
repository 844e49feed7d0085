import { TextInput } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { Suspense } from "react";
import { looseQuery } from "../api/call-query.ts";
import { useMay } from "../api/permissions.ts";
import { useHandedFocus } from "../ui/handed-focus.ts";
import { lazyWithRetry } from "../ui/lazy-with-retry.ts";
import { MultiChoice } from "../ui/multi-choice.tsx";
import type { ChoiceSource, Field, Values } from "./field.ts";

// Loaded with the first form that has one.
const ReferenceSelect = lazyWithRetry(() => import("./reference-select.tsx"));

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
  const handed = useHandedFocus();
  const isDisabled = field.isDisabled?.(values) === true;
  const disabled = shared.disabled || isDisabled;
  const none = choices.length === 0 ? "None available" : "None";
  const error = shared.error ?? failure;
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
  const chosen = choices.find((choice) => choice.value === String(value))?.label ?? "";
  return (
    <Suspense
      fallback={<TextInput {...shared} {...handed.placeholder} placeholder={placeholder} value={chosen} readOnly />}
    >
      <ReferenceSelect
        {...shared}
        takesFocus={handed.takesFocus}
        error={error}
        disabled={disabled}
        placeholder={placeholder}
        choices={choices}
        value={value}
        onChange={onChange}
      />
    </Suspense>
  );
}

/** Fetches the records that can be chosen. */
export function useChoices(source: ChoiceSource, values: Values, chosen: unknown) {
  const { topic, key, params, moreParams = [], query, label, when } = source;
  const may = useMay()(key);
  const lists = useQueries({
    queries: [params, ...moreParams].map((of) => ({
      ...looseQuery<readonly Values[]>(topic, key, { params: of, query }),
      enabled: may,
    })),
  });
  const kept = new Set([chosen].flat().map(String));
  const choices = lists
    .flatMap(({ data = [] }) => data)
    // The current choice stays visible even if it is no longer offered.
    .filter((record) => when?.(record, values) !== false || kept.has(String(record.id)))
    .map((record) => ({ value: String(record.id), label: label(record) }));
  return { choices, failure: lists.some(({ isError }) => isError) ? "Couldn't load the options" : undefined };
}
