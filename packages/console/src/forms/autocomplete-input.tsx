import { Autocomplete, type AutocompleteProps } from "@mantine/core";
import { useTakenFocus } from "../ui/handed-focus.ts";

interface AutocompleteInputProps extends AutocompleteProps {
  takesFocus: () => boolean;
}

/** A text input that suggests values. */
export default function AutocompleteInput({ takesFocus, ...props }: AutocompleteInputProps) {
  return <Autocomplete ref={useTakenFocus(takesFocus)} {...props} />;
}
