import type { MenuSection } from "@gatehouse/contract/modules/module";
import { Kbd, Modal } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useWhatIf } from "../../api/use-what-if.ts";
import classes from "./command-palette.module.css";
import { type ListedPage, listPages } from "./page-shortcuts.ts";

/** A page, or an action that works on every page. */
interface Choice extends Pick<ListedPage, "title" | "section" | "letter"> {
  id: string;
  run: () => void;
}

const nameOf = ({ section, title }: Choice) => [section, title].filter(Boolean).join(" / ");

/** Every typed word must occur in the name. */
const isMatch = (choice: Choice, text: string) =>
  text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => nameOf(choice).toLowerCase().includes(word));

/** Finds pages and actions by a part of their name. */
export default function CommandPalette({
  sections,
  onClose,
}: {
  sections: readonly MenuSection[];
  onClose: () => void;
}) {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const navigate = useNavigate();
  const whatIf = useWhatIf();
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const pages = listPages(sections).map(({ path, ...page }) => ({
    ...page,
    id: path,
    run: () => void navigate({ to: path }),
  }));
  const hasGates = pages.some(({ id }) => id === "/access-control/gates-and-actuators");
  const question = {
    id: "/what-if",
    title: "What if? Check a plate or tag",
    section: "Access Control",
    letter: undefined,
  };
  const presence = pages.find(({ id }) => id === "/access/presence");
  const overrides = { title: "Override the site: lockdown, hold open, evacuate", letter: undefined };
  const choices: Choice[] = [
    ...pages,
    ...(hasGates ? [{ ...question, run: () => whatIf.open() }] : []),
    ...(presence ? [{ ...presence, ...overrides, id: "/overrides" }] : []),
  ];
  const found = choices.filter((choice) => isMatch(choice, text.trim()));
  const chosen = found[Math.min(at, found.length - 1)];

  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the choice.
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [at]);

  const open = (choice: Choice | undefined) => {
    if (choice === undefined) return;
    onClose();
    choice.run();
  };

  const onKey = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((now) => (Math.min(now, found.length - 1) + step + found.length) % Math.max(found.length, 1));
    }
    if (event.key === "Enter") open(chosen);
  };

  return (
    <Modal
      opened
      onClose={onClose}
      title="Go to a page"
      withCloseButton={false}
      classNames={modalClasses}
      yOffset="12vh"
    >
      <div className={classes.search}>
        <IconSearch size={18} aria-hidden />
        <input
          role="combobox"
          aria-label="Go to a page"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={chosen && `${listId}${chosen.id}`}
          aria-autocomplete="list"
          placeholder="Go to a page…"
          data-autofocus
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={onKey}
        />
        <Kbd size="xs">Esc</Kbd>
      </div>
      <div ref={list} id={listId} className={classes.list} role="listbox" aria-label="Pages" tabIndex={-1}>
        {found.map((choice) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the input that keeps the focus.
          <div
            key={choice.id}
            id={`${listId}${choice.id}`}
            className={classes.option}
            role="option"
            tabIndex={-1}
            aria-selected={choice === chosen}
            onClick={() => open(choice)}
            onPointerMove={() => setAt(found.indexOf(choice))}
          >
            <span>
              {choice.section !== undefined && <span className={classes.section}>{`${choice.section} / `}</span>}
              {choice.title}
            </span>
            {choice.letter !== undefined && (
              <span className={classes.keys} aria-hidden>
                <Kbd size="xs">g</Kbd> <Kbd size="xs">{choice.letter}</Kbd>
              </span>
            )}
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <p className={classes.none}>No matching page. Pages of inactive modules are not listed.</p>
      )}
    </Modal>
  );
}

const modalClasses = { header: classes.header ?? "", body: classes.body ?? "" };
