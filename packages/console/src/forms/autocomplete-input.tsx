import { Autocomplete, type AutocompleteProps } from "@mantine/core";

/** A text input that suggests values. */
export default function AutocompleteInput(props: AutocompleteProps) {
  return <Autocomplete {...props} />;
}
