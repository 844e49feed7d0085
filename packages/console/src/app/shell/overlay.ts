import { useSyncExternalStore } from "react";

/** What can lie over the page, opened from the header, the menu or the keyboard. */
export type Overlay = "palette" | "shortcuts" | "password";

const listeners = new Set<() => void>();
let current: Overlay | null = null;

/** Opens one of them in the place of another. */
export const openOverlay = (overlay: Overlay) => publish(overlay);

/** Closes what is open. */
export const closeOverlay = () => publish(null);

/** The one that is open. */
export function useOverlay(): Overlay | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}

function publish(next: Overlay | null): void {
  current = next;
  for (const listener of listeners) listener();
}
