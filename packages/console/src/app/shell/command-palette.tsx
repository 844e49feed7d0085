import type { Gate } from "@gatehouse/contract/entities/gate";
import { searchMessages } from "@gatehouse/contract/entities/search.messages";
import { maxSearchLength } from "@gatehouse/contract/fields/query";
import type { MenuSection } from "@gatehouse/contract/modules/module";
import { Kbd, Modal } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { type KeyboardEvent, Suspense, useEffect, useId, useRef, useState } from "react";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import { useLayer } from "../../ui/use-layer.ts";
import classes from "./command-palette.module.css";
import type { PaletteChoice } from "./palette-choice.ts";
import { usePaletteChoices } from "./use-palette-choices.ts";

const OpenDialog = lazyWithRetry(() => import("../../gate/site/open-dialog.tsx"));

const label = "Search, or go to a page";

interface CommandPaletteProps {
  sections: readonly MenuSection[];
  text: string;
  onType: (text: string) => void;
  onFocus: () => void;
  onClose: () => void;
}

/** Finds pages, commands and records by a part of their name. */
export default function CommandPalette({ sections, text, onType, onFocus, onClose }: CommandPaletteProps) {
  const [at, setAt] = useState(0);
  const [gate, setGate] = useState<Gate>();
  const listId = useId();
  const { props: layer } = useLayer(onClose, gate === undefined);
  const list = useRef<HTMLDivElement>(null);
  const { choices: found, isSearching, isFailed } = usePaletteChoices(sections, text.trim(), setGate);
  const chosen = found[Math.min(at, found.length - 1)];

  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the choice.
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [at]);

  const open = (choice: PaletteChoice | undefined) => {
    if (choice === undefined) return;
    if (!choice.staysOpen) onClose();
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

  if (gate)
    return (
      <Suspense>
        <OpenDialog gate={gate} onClose={onClose} />
      </Suspense>
    );
  return (
    <Modal {...layer} title={label} withCloseButton={false} classNames={modalClasses} yOffset="12vh">
      <div className={classes.search}>
        <IconSearch size={18} aria-hidden />
        <input
          role="combobox"
          aria-label={label}
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={chosen && `${listId}${chosen.id}`}
          aria-autocomplete="list"
          placeholder="Plate, gate, device, person, page or command…"
          data-autofocus
          maxLength={maxSearchLength}
          value={text}
          onChange={(event) => {
            onType(event.currentTarget.value);
            setAt(0);
          }}
          onFocus={onFocus}
          onKeyDown={onKey}
        />
        <Kbd size="xs">Esc</Kbd>
      </div>
      <div ref={list} id={listId} className={classes.list} role="listbox" aria-label="Results" tabIndex={-1}>
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
              {choice.detail && <span className={classes.section}>{` · ${choice.detail}`}</span>}
            </span>
            {choice.letter !== undefined && (
              <span className={classes.keys} aria-hidden>
                <Kbd size="xs">g</Kbd> <Kbd size="xs">{choice.letter}</Kbd>
              </span>
            )}
          </div>
        ))}
      </div>
      {isFailed && (
        <p className={classes.none} role="alert">
          {searchMessages["GET /search"].failure}
        </p>
      )}
      {found.length === 0 && !isFailed && (
        <p className={classes.none} role="status">
          {isSearching ? "Searching…" : "Nothing found. Pages of inactive modules are not listed."}
        </p>
      )}
    </Modal>
  );
}

const modalClasses = { header: classes.header, body: classes.body };
