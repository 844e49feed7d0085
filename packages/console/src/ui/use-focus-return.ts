import { useLayoutEffect } from "react";

/** Gives the focus back to where it was before something opened: what is taken away instead of being closed loses it. */
export function useFocusReturn(isOpen = true): void {
  // Before it is painted: what opens takes the focus soon after.
  useLayoutEffect(() => {
    if (!isOpen) return;
    const before = document.activeElement;
    return () => void setTimeout(returnFocus, 0, before);
  }, [isOpen]);
}

function returnFocus(to: Element | null): void {
  if (document.activeElement === document.body && to instanceof HTMLElement) to.focus({ preventScroll: true });
}
