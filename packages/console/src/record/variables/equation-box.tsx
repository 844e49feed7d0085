import type { Part } from "@gatehouse/contract/entities/variable";
import { Combobox, PillsInput, useCombobox } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { formatNumber } from "../../ui/format-number.ts";
import { EquationChip } from "./equation-chip.tsx";
import { type ChoiceGroup, type EquationChoice, groupChoices } from "./equation-choices.ts";
import classes from "./equation-field.module.css";

interface EquationBoxProps {
  parts: readonly Part[];
  choices: readonly EquationChoice[];
  nameOf: (id: number) => string;
  numberOf: (id: number) => number;
  isDisabled: boolean;
  help: string;
  error: string | undefined;
  /** Receives the new equation, and a description of the change for screen readers. */
  onChange: (parts: readonly Part[], announcement: string) => void;
}

type Sign = Part["sign"];

/** Longer lists are not read; typing narrows them. */
const maxShown = 100;
const signs: Readonly<Record<string, Sign>> = { "+": 1, "-": -1, "−": -1 };
const signNames: Record<Sign, string> = { 1: "plus", [-1]: "minus" };

/** Input of an equation: its variables as chips, and a search for the next one. */
export function EquationBox(props: EquationBoxProps) {
  const { parts, choices, nameOf, numberOf, isDisabled, help, error, onChange } = props;
  const [text, setText] = useState("");
  /** Sign of the next variable. */
  const [sign, setSign] = useState<Sign>();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const field = useRef<HTMLInputElement>(null);
  const chips = useRef<HTMLUListElement>(null);
  const { groups, hidden } = groupChoices(choices, text, maxShown);

  const selectFirst = combobox.selectFirstOption;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed changes the options
  useEffect(() => {
    if (combobox.dropdownOpened) selectFirst();
  }, [text, combobox.dropdownOpened, selectFirst]);

  const add = (id: number) => {
    const joined = sign ?? 1;
    onChange(
      [...parts, { id, sign: joined }],
      `${parts.length === 0 ? "" : `${signNames[joined]} `}${nameOf(id)} added`,
    );
    setText("");
    setSign(undefined);
    combobox.closeDropdown();
  };
  const remove = (index: number) => {
    const part = parts[index];
    if (part !== undefined) onChange(parts.toSpliced(index, 1), `${nameOf(part.id)} removed`);
  };
  const turn = (index: number, to: Sign) => {
    const part = parts[index];
    if (part === undefined || index === 0) return;
    onChange(parts.with(index, { ...part, sign: to }), `${signNames[to]} ${nameOf(part.id)}`);
  };
  const focusOn = (index: number) => {
    const chip = chips.current?.querySelectorAll<HTMLElement>("[data-chip]")[index];
    (chip ?? field.current)?.focus();
  };

  const onFieldKey = (event: KeyboardEvent) => {
    if (text !== "") {
      // Without a match there is nothing to add, and the form must not be submitted without it.
      if (event.key === "Enter") event.preventDefault();
      return;
    }
    const typed = signs[event.key];
    if (typed !== undefined) {
      event.preventDefault();
      if (parts.length > 0) setSign(typed);
    } else if (event.key === "Backspace") {
      if (sign === undefined) remove(parts.length - 1);
      else setSign(undefined);
    } else if (event.key === "ArrowLeft" && parts.length > 0) {
      event.preventDefault();
      focusOn(parts.length - 1);
    }
  };
  const onChipKey = (event: KeyboardEvent, index: number) => {
    const typed = signs[event.key];
    if (event.key === "ArrowLeft") focusOn(Math.max(0, index - 1));
    else if (event.key === "ArrowRight") focusOn(index + 1);
    else if (event.key === "Home") focusOn(0);
    else if (event.key === "End") focusOn(parts.length);
    else if (event.key === "Delete" || event.key === "Backspace") {
      remove(index);
      focusOn(index === parts.length - 1 ? parts.length : index + 1);
    } else if (typed !== undefined) turn(index, typed);
    else return;
    event.preventDefault();
  };

  return (
    <Combobox store={combobox} onOptionSubmit={(chosen) => add(Number(chosen))}>
      <Combobox.DropdownTarget>
        <PillsInput
          label="Equation"
          description={help}
          error={error}
          disabled={isDisabled}
          classNames={{ input: classes.box }}
          onClick={() => combobox.openDropdown()}
        >
          <ul ref={chips} className={classes.chips} aria-label="Variables of the equation">
            {parts.map((part, index) => (
              <EquationChip
                // biome-ignore lint/suspicious/noArrayIndexKey: a variable may stand in an equation twice
                key={index}
                part={part}
                isFirst={index === 0}
                name={nameOf(part.id)}
                value={numberOf(part.id)}
                onKey={(event) => onChipKey(event, index)}
                onTurn={() => turn(index, part.sign === 1 ? -1 : 1)}
                onRemove={() => remove(index)}
              />
            ))}
            <li className={classes.next}>
              {sign !== undefined && <span className={classes.sign}>{sign === 1 ? "+" : "−"}</span>}
              <Combobox.EventsTarget withExpandedAttribute>
                <PillsInput.Field
                  ref={field}
                  data-field="value"
                  placeholder={parts.length === 0 ? "Search variables…" : "Next…"}
                  value={text}
                  onChange={(event) => {
                    setText(event.currentTarget.value);
                    combobox.openDropdown();
                  }}
                  onKeyDown={onFieldKey}
                  onBlur={() => combobox.closeDropdown()}
                />
              </Combobox.EventsTarget>
            </li>
          </ul>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        <EquationOptions nameOf={nameOf} groups={groups} hidden={hidden} used={parts} isEmpty={choices.length === 0} />
      </Combobox.Dropdown>
    </Combobox>
  );
}

interface EquationOptionsProps {
  nameOf: (id: number) => string;
  groups: readonly ChoiceGroup[];
  /** Number of further matches. */
  hidden: number;
  used: readonly Part[];
  /** There are no choices at all. */
  isEmpty: boolean;
}

/** The variables that can be added, grouped by source, with current values. */
function EquationOptions({ nameOf, groups, hidden, used, isEmpty }: EquationOptionsProps) {
  const usedIds = new Set(used.map(({ id }) => id));
  return (
    <>
      <Combobox.Options className={classes.options} aria-label="Variables">
        {groups.map(({ source, choices }) => (
          <Combobox.Group key={source} label={source}>
            {choices.map(({ variable, refused }) => (
              <Combobox.Option
                key={variable.id}
                value={String(variable.id)}
                disabled={refused !== undefined}
                className={classes.option}
              >
                <span>{nameOf(variable.id)}</span>
                {refused !== undefined && <span className={classes.refused}>{refused}</span>}
                {usedIds.has(variable.id) && <IconCheck size={14} role="img" aria-label="in the equation" />}
                <span className={classes.now}>{formatNumber(variable.computedValue)}</span>
              </Combobox.Option>
            ))}
          </Combobox.Group>
        ))}
        {groups.length === 0 && <Combobox.Empty>{isEmpty ? "No variables available" : "No matches"}</Combobox.Empty>}
      </Combobox.Options>
      {hidden > 0 && <Combobox.Footer>{`${formatNumber(hidden)} more: type to filter`}</Combobox.Footer>}
    </>
  );
}
