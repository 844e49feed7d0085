import { useEffect, useRef } from "react";

/**
 * Keeps the keyboard focus in a list of form rows: in the first control of an added row, and on the "Add" button after
 * a row was removed. `firstControl` is a selector.
 */
export function useRowFocus(count: number, firstControl: (index: number) => string) {
  const root = useRef<HTMLFieldSetElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const isAdding = useRef(false);
  const last = count - 1;
  const focusRow = (index: number) => root.current?.querySelector<HTMLElement>(firstControl(index))?.focus();
  useEffect(() => {
    if (!isAdding.current) return;
    isAdding.current = false;
    focusRow(last);
  });
  return {
    root,
    addButton,
    focusRow,
    /** Call with the change that adds a row. */
    add: (change: () => void) => {
      isAdding.current = true;
      change();
    },
    /** Call with the change that removes a row. */
    remove: (change: () => void) => {
      change();
      addButton.current?.focus();
    },
  };
}
