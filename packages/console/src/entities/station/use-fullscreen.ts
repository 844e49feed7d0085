import { useSyncExternalStore } from "react";

const subscribe = (listener: () => void) => {
  document.addEventListener("fullscreenchange", listener);
  return () => document.removeEventListener("fullscreenchange", listener);
};

/** Full screen without menu and header: their styles hide them while the document has it. */
export function useFullscreen(): { isOn: boolean; isPossible: boolean; toggle: () => void } {
  const isOn = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  return {
    isOn,
    isPossible: document.fullscreenEnabled,
    // A browser may refuse it; the page works without.
    toggle: () =>
      void (isOn ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => {}),
  };
}
