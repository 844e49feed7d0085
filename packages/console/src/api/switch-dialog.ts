import { useSyncExternalStore } from "react";
import { onSessionEnd } from "./session.ts";

const listeners = new Set<() => void>();
let isOpen = false;

function publish(next: boolean): void {
  isOpen = next;
  for (const listener of listeners) listener();
}

/** AUTH-14: opens the dialog in which another person takes over, also over another dialog. */
export const openSwitchDialog = () => publish(true);

/** Closes the dialog. */
export const closeSwitchDialog = () => publish(false);

/** Whether the dialog is open. */
export const useIsSwitchDialogOpen = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isOpen,
  );

onSessionEnd(closeSwitchDialog);

// Dialogs close on Escape wherever the focus is: the one below, which may have input, must not see the key. This module
// is loaded before any dialog, so its listener is called first.
addEventListener(
  "keydown",
  (event) => {
    if (!isOpen || event.key !== "Escape") return;
    event.stopImmediatePropagation();
    closeSwitchDialog();
  },
  { capture: true },
);
