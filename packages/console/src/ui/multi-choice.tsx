import { MultiSelect } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import classes from "./multi-choice.module.css";

interface Choice {
  readonly value: string;
  readonly label: string;
}

interface MultiChoiceProps {
  label: string;
  /** The form's field that this is, where it is part of one. */
  field?: string;
  /** A form shows the label; a card's title says it already. */
  isLabelShown?: boolean;
  error?: string | undefined;
  placeholder: string;
  choices: readonly Choice[];
  value: readonly string[];
  onChange: (value: string[]) => void;
}

const searchDelayMs = 200;

/** SHELL-5: several of a list, found by typing. */
export function MultiChoice(props: MultiChoiceProps) {
  const { label, field, isLabelShown, error, placeholder, choices, value, onChange } = props;
  const [text, setText] = useState("");
  const [searched] = useDebouncedValue(text, searchDelayMs);
  const isFound = (choice: { label: string }) => choice.label.toLowerCase().includes(searched.trim().toLowerCase());
  return (
    <MultiSelect
      {...(isLabelShown ? { label } : { "aria-label": label })}
      data-field={field}
      error={error}
      placeholder={value.length === 0 ? placeholder : ""}
      data={[...choices]}
      value={[...value]}
      onChange={onChange}
      searchable
      searchValue={text}
      onSearchChange={setText}
      filter={({ options }) => options.filter((option) => "label" in option && isFound(option))}
      nothingFoundMessage="Nothing matches"
      // The library's scroll area cannot be reached by keyboard; the list scrolls by itself instead.
      withScrollArea={false}
      comboboxProps={{ withinPortal: false }}
      classNames={{ options: classes.options ?? "" }}
    />
  );
}
