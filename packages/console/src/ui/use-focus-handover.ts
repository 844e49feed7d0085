import { type FocusEvent, useLayoutEffect, useRef } from "react";
import { findControlNear } from "./row-controls.ts";

/**
 * Keeps the focus in a list when the row that has it is removed: without this, it would be lost. For the element whose
 * children are the rows; the component must render when they change.
 */
export function useFocusHandover() {
  const row = useRef<Element>(undefined);
  const near = useRef<() => HTMLElement | null>(undefined);
  useLayoutEffect(() => {
    if (row.current?.isConnected) near.current = findControlNear(row.current);
    else if (row.current !== undefined && document.activeElement === document.body) {
      row.current = undefined;
      near.current?.()?.focus({ preventScroll: true });
    }
  });
  return {
    onFocus: ({ currentTarget, target }: FocusEvent) => {
      row.current = [...currentTarget.children].find((child) => child.contains(target));
      near.current = row.current && findControlNear(row.current);
    },
    // React reports no blur for an element that it removes.
    onBlur: () => {
      row.current = undefined;
    },
  };
}
