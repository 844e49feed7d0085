import { useSyncExternalStore } from "react";

/** Dialogs that can be opened on every page. */
export type Overlay = "palette" | "shortcuts" | "password" | "alerts";

const listeners = new Set<() => void>();
let current: Overlay | null = null;

/** Opens an overlay, replacing the open one; except a form, because what was typed would be lost. */
export function openOverlay(overlay: Overlay): void {
  if (current !== "password") publish(overlay);
}

/** Closes the open overlay. */
export const closeOverlay = () => publish(null);

/** The open overlay. */
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
