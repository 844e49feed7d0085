import { MultiSelect } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useReducer, useState } from "react";
import { useTakenFocus } from "./handed-focus.ts";
import type { MultiChoiceProps } from "./multi-choice-props.ts";
import classes from "./multi-choice-select.module.css";

const searchDebounceMs = 200;

interface MultiChoiceSelectProps extends MultiChoiceProps {
  /** Whether it takes the focus, and with it opens its list. */
  takesFocus: () => boolean;
}

/** SHELL-5: a searchable multi-select. */
export default function MultiChoiceSelect({ takesFocus, ...props }: MultiChoiceSelectProps) {
  const { label, field, isLabelShown, description, error, disabled, placeholder, choices, value, onChange } = props;
  const [text, setText] = useState("");
  const [searched] = useDebouncedValue(text, searchDebounceMs);
  const isFound = (choice: { label: string }) => choice.label.toLowerCase().includes(searched.trim().toLowerCase());
  const input = useTakenFocus(takesFocus);
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  return (
    <MultiSelect
      ref={input}
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
