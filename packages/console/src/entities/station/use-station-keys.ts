import { useLayoutEffect, useRef } from "react";
import { isTyping, maxKeyGapMs } from "../../ui/shortcut-keys.ts";
import { useStableCallback } from "../../ui/use-stable-callback.ts";

interface KeyOptions {
  /** The keys of a dialog; otherwise they do nothing while one is open. */
  isDialog?: boolean;
}

/** Keys of the station. They do nothing while someone types. */
export function useStationKeys(
  actions: Readonly<Record<string, () => void>>,
  { isDialog = false }: KeyOptions = {},
): void {
  const goPressedAtMs = useRef(Number.NEGATIVE_INFINITY);
  const press = useStableCallback((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return;
    if (!isDialog && document.querySelector('[role="dialog"]') !== null) return;
    const isAfterGo = performance.now() - goPressedAtMs.current < maxKeyGapMs;
    goPressedAtMs.current = event.key === "g" ? performance.now() : Number.NEGATIVE_INFINITY;
    const act = isAfterGo ? undefined : actions[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  });
  // Before paint: a key that is shown can be pressed.
  useLayoutEffect(() => {
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [press]);
}
