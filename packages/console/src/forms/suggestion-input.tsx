import { TextInput } from "@mantine/core";
import { type ReactNode, Suspense } from "react";
import { useHandedFocus } from "../ui/handed-focus.ts";
import { lazyWithRetry } from "../ui/lazy-with-retry.ts";

// Loaded with the first form that has one.
const AutocompleteInput = lazyWithRetry(() => import("./autocomplete-input.tsx"));

interface SuggestionInputProps {
  name: string;
  label: string;
  description?: ReactNode;
  error: string | undefined;
  disabled: boolean;
  suggestions: readonly string[];
  value: string;
  onChange: (value: string) => void;
}

/** A text input that suggests values. */
export function SuggestionInput({ suggestions, onChange, ...shared }: SuggestionInputProps) {
  const { placeholder, takesFocus } = useHandedFocus();
  return (
    <Suspense fallback={<TextInput {...shared} {...placeholder} readOnly />}>
      <AutocompleteInput {...shared} takesFocus={takesFocus} data={[...suggestions]} onChange={onChange} />
    </Suspense>
  );
}
