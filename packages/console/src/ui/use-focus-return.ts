import { useLayoutEffect } from "react";

/** Returns the focus to the previously focused element, which unmounting instead of closing would lose. */
export function useFocusReturn(isOpen = true): void {
  // Before paint, because the opened element takes the focus soon after.
  useLayoutEffect(() => {
    if (!isOpen) return;
    const before = document.activeElement;
    return () => void setTimeout(returnFocus, 0, before);
  }, [isOpen]);
}

function returnFocus(to: Element | null): void {
  if (document.activeElement === document.body && to instanceof HTMLElement) to.focus({ preventScroll: true });
}
