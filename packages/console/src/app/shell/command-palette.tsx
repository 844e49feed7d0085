import type { MenuSection } from "@gatehouse/contract/modules/module";
import { Kbd, Modal } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import classes from "./command-palette.module.css";
import { type NamedPage, namedPages } from "./page-shortcuts.ts";

const nameOf = ({ section, title }: NamedPage) => [section, title].filter(Boolean).join(" / ");

/** Every typed word must occur somewhere in the page's name. */
const isMatch = (page: NamedPage, text: string) =>
  text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => nameOf(page).toLowerCase().includes(word));

/** Goes to any page of the menu by a few letters of its name. */
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
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const found = namedPages(sections).filter((page) => isMatch(page, text.trim()));
  const chosen = found[Math.min(at, found.length - 1)];

  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the choice.
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [at]);

  const open = (page: NamedPage | undefined) => {
    if (page === undefined) return;
    onClose();
    void navigate({ to: page.path });
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
          aria-activedescendant={chosen && `${listId}${chosen.path}`}
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
        {found.map((page) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the input that keeps the focus.
          <div
            key={page.path}
            id={`${listId}${page.path}`}
            className={classes.option}
            role="option"
            tabIndex={-1}
            aria-selected={page === chosen}
            onClick={() => open(page)}
            onPointerMove={() => setAt(found.indexOf(page))}
          >
            <span>
              {page.section !== undefined && <span className={classes.section}>{`${page.section} / `}</span>}
              {page.title}
            </span>
            {page.letter !== undefined && (
              <span className={classes.keys} aria-hidden>
                <Kbd size="xs">g</Kbd> <Kbd size="xs">{page.letter}</Kbd>
              </span>
            )}
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <p className={classes.none}>No page has this name. Pages of inactive modules are left out.</p>
      )}
    </Modal>
  );
}

const modalClasses = { header: classes.header ?? "", body: classes.body ?? "" };
