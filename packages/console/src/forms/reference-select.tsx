import { Select, type SelectProps } from "@mantine/core";
import { useTakenFocus } from "../ui/handed-focus.ts";

interface ReferenceSelectProps extends Pick<SelectProps, "name" | "description" | "error" | "disabled"> {
  label: string;
  placeholder: string;
  choices: readonly { value: string; label: string }[];
  value: unknown;
  takesFocus: () => boolean;
  onChange: (value: unknown) => void;
}

/** A searchable select that can be cleared. */
export default function ReferenceSelect({ choices, value, takesFocus, onChange, ...shared }: ReferenceSelectProps) {
  return (
    <Select
      ref={useTakenFocus(takesFocus)}
      {...shared}
      data-field={shared.name}
      data={[...choices]}
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
