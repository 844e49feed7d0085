import { useLayoutEffect, useRef } from "react";
import { firstControl, neighbourControl } from "./row-controls.ts";

/** Moves the focus to a neighbour of a row that is removed while it has the focus, or to its card: it would be lost. */
export function useFocusHandover<Row extends HTMLElement>() {
  const ref = useRef<Row>(null);
  useLayoutEffect(() => {
    const row = ref.current;
    return () => {
      if (!row?.contains(document.activeElement)) return;
      (neighbourControl(row) ?? firstControl(row.closest("section")))?.focus({ preventScroll: true });
    };
  }, []);
  return ref;
}
