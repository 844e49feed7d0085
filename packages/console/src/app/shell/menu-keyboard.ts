import type { KeyboardEvent } from "react";

/** Arrow keys in the menu: up and down move, right opens a section, left closes it or moves to it. */
export function moveFocusInMenu(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-menu-item]")].filter(
    (item) => item.offsetParent !== null,
  );
  const at = items.indexOf(document.activeElement as HTMLElement);
  const item = items[at];
  if (item === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  const move = moveFor(event.key, items, at, item.getAttribute("aria-expanded"));
  if (move === undefined) return;
  event.preventDefault();
  move();
}

function moveFor(key: string, items: readonly HTMLElement[], at: number, expanded: string | null) {
  const item = items[at];
  const focusOn = (target: HTMLElement | null | undefined) => () => target?.focus();
  switch (key) {
    case "ArrowDown":
      return focusOn(items[at + 1]);
    case "ArrowUp":
      return focusOn(items[at - 1]);
    case "Home":
      return focusOn(items[0]);
    case "End":
      return focusOn(items.at(-1));
    case "ArrowRight":
      return expanded === "false" ? () => item?.click() : focusOn(items[at + 1]);
    case "ArrowLeft":
      if (expanded === "true") return () => item?.click();
      return focusOn(item?.closest("ul")?.parentElement?.querySelector<HTMLElement>(":scope > [data-menu-item]"));
    default:
      return undefined;
  }
}
