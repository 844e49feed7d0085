import { Input, InputBase, Pill } from "@mantine/core";
import { Suspense, useState } from "react";
import { useHandedFocus } from "./handed-focus.ts";
import { lazyWithRetry } from "./lazy-with-retry.ts";
import classes from "./multi-choice.module.css";
import type { MultiChoiceProps } from "./multi-choice-props.ts";

// Loaded when it is first focused: it is larger than most forms.
const loadSelect = () => import("./multi-choice-select.tsx");
const MultiChoiceSelect = lazyWithRetry(loadSelect);

/** SHELL-5: a searchable multi-select. Until it is used, only what is chosen. */
export function MultiChoice(props: MultiChoiceProps) {
  const { label, field, isLabelShown, description, error, disabled = false, placeholder, choices, value } = props;
  const [isUsed, setIsUsed] = useState(false);
  const { setFocus, takesFocus } = useHandedFocus();
  const use = () => {
    setFocus(true);
    setIsUsed(true);
  };
  const chosen = value.map((one) => choices.find((choice) => choice.value === one)?.label ?? one);
  const shown = (
    <InputBase
      component="button"
      type="button"
      multiline
      pointer
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      {...(isLabelShown ? { label } : { "aria-label": label })}
      data-field={field}
      description={description}
      error={error}
      disabled={disabled}
      onPointerEnter={() => void loadSelect().catch(() => undefined)}
      onFocus={use}
      onBlur={() => setFocus(false)}
      // Some browsers don't focus a button that is clicked.
      onClick={use}
    >
      <span className={classes.chosen}>
        {chosen.length === 0 && <Input.Placeholder>{placeholder}</Input.Placeholder>}
        {chosen.map((name) => (
          <Pill key={name}>{name}</Pill>
        ))}
      </span>
    </InputBase>
  );
  if (!isUsed) return shown;
  return (
    <Suspense fallback={shown}>
      <MultiChoiceSelect {...props} takesFocus={takesFocus} />
    </Suspense>
  );
}
