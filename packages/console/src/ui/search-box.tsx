import { maxSearchLength } from "@gatehouse/contract/fields/query";
import { CloseButton, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";

interface SearchBoxProps {
  label: string;
  value: string | undefined;
  onSearch: (text: string) => void;
}

/** A search box. The key "/" focuses it. */
export function SearchBox({ label, value = "", onSearch }: SearchBoxProps) {
  return (
    <TextInput
      type="search"
      size="xs"
      aria-label={label}
      placeholder={label}
      data-search-box
      maxLength={maxSearchLength}
      value={value}
      onChange={(event) => onSearch(event.currentTarget.value)}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={value !== "" && <CloseButton size="xs" aria-label="Clear text" onClick={() => onSearch("")} />}
    />
  );
}
