import { useLayoutEffect, useRef } from "react";
import { findControlNear, firstControl } from "./row-controls.ts";

/**
 * Returns the focus to the previously focused element, or near it if it is gone, as is the row of a deleted record. If the
 * page was opened with the record, that element is the button in its row, marked with `data-opens`. Mantine's own return
 * loses the focus if a dialog is mounted open, as one whose code had to be loaded, or is unmounted instead of closed.
 */
export function useFocusReturn(isOpen: boolean): void {
  const before = useRef<() => Element | null>(null);
  // Before paint, because the opened element takes the focus soon after.
  useLayoutEffect(() => {
    if (!isOpen) {
      // While it fades out, the closed element may still have the focus.
      if (before.current) setTimeout(returnFocus, 0, before.current, document.activeElement);
      before.current = null;
      return;
    }
    // Kept if this runs again: while a part of it loads, the opened element may be hidden, and it has the focus then.
    before.current ??= toOpener(document.activeElement);
    return () => void setTimeout(returnFocus, 0, before.current, document.body);
  }, [isOpen]);
}

function toOpener(focused: Element | null): () => Element | null {
  if (focused !== document.body) {
    const row = focused?.closest("li, tr");
    const card = focused?.closest("section");
    const near = row ? findControlNear(row) : () => (card?.hasAttribute("tabindex") ? card : firstControl(card));
    return () => (focused?.isConnected ? focused : near());
  }
  const record = new URLSearchParams(location.search).get("open") ?? "";
  // A record inside another one: its row disappears with the dialog of the outer one.
  const outer = record.split(".").slice(0, 2).join(".");
  const find = (name: string) => document.querySelector(`[data-opens="${CSS.escape(name)}"]`);
  return () => find(record) ?? find(outer);
}

/** Leaves the focus where it is if it was moved since the closing. */
function returnFocus(find: () => Element | null, focusedAtClose: Element | null): void {
  if (document.activeElement !== document.body && document.activeElement !== focusedAtClose) return;
  const to = find();
  if (to instanceof HTMLElement) to.focus({ preventScroll: true });
}
