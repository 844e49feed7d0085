import { MultiSelect } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useReducer, useState } from "react";
import classes from "./multi-choice.module.css";

interface Choice {
  readonly value: string;
  readonly label: string;
}

interface MultiChoiceProps {
  label: string;
  field?: string;
  /** In a form; a card's title already is the label. */
  isLabelShown?: boolean;
  /** Explains the choice, below it. */
  description?: string | undefined;
  error?: string | undefined;
  disabled?: boolean;
  placeholder: string;
  choices: readonly Choice[];
  value: readonly string[];
  onChange: (value: string[]) => void;
}

const searchDebounceMs = 200;

/** A searchable multi-select. */
export function MultiChoice(props: MultiChoiceProps) {
  const { label, field, isLabelShown, description, error, disabled, placeholder, choices, value, onChange } = props;
  const [text, setText] = useState("");
  const [searched] = useDebouncedValue(text, searchDebounceMs);
  const isFound = (choice: { label: string }) => choice.label.toLowerCase().includes(searched.trim().toLowerCase());
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  return (
    <MultiSelect
      {...(isLabelShown ? { label } : { "aria-label": label })}
      data-field={field}
      description={description}
      error={error}
      disabled={disabled ?? false}
      placeholder={value.length === 0 ? placeholder : ""}
      data={[...choices]}
      value={[...value]}
      onChange={onChange}
      searchable
      searchValue={text}
      onSearchChange={setText}
      filter={({ options }) => options.filter((option) => "label" in option && isFound(option))}
      // The input refers to its list only when it is rendered after the list is mounted.
      onDropdownOpen={() => requestAnimationFrame(renderAgain)}
      nothingFoundMessage="No matches"
      // Mantine's scroll area can't be reached by keyboard, so the list itself scrolls.
      withScrollArea={false}
      comboboxProps={{ withinPortal: false }}
      classNames={{ options: classes.options }}
    />
  );
}
