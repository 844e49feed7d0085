import { useSyncExternalStore } from "react";
import { onSessionEnd } from "./session.ts";

const listeners = new Set<() => void>();
let isOpen = false;

function publish(next: boolean): void {
  isOpen = next;
  for (const listener of listeners) listener();
}

/** Opens the dialog in which another person takes over, also over another dialog. */
export const openSwitchDialog = () => publish(true);

export const closeSwitchDialog = () => publish(false);

export const useIsSwitchDialogOpen = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isOpen,
  );

onSessionEnd(closeSwitchDialog);
