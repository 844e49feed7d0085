import { useEffect, useLayoutEffect, useRef } from "react";
import { isTyping, maxKeyGapMs } from "../../ui/shortcut-keys.ts";
import { hasOpenLayer } from "../../ui/use-layer.ts";
import { useStableCallback } from "../../ui/use-stable-callback.ts";

interface KeyOptions {
  /** The keys of a dialog; otherwise they do nothing while one is open. */
  isDialog?: boolean;
}

const maxTypedAheadMs = 2_000;

/** Keys that were pressed before the dialog that they are for was there. */
let typedAhead: { readonly keys: string[]; readonly stop: () => void } | undefined;

/** Forgets the kept keys. */
export const dropTypedAhead = (): void => typedAhead?.stop();

/** Keeps the next keys for the dialog that opens now. */
export function keepTypedAhead(): void {
  dropTypedAhead();
  const keys: string[] = [];
  const keep = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return;
    if (event.key.length > 1 && event.key !== "Enter") return;
    // The button that opened the dialog, or the one that closes it, may have the focus.
    event.preventDefault();
    keys.push(event.key.toLowerCase());
  };
  const stop = () => {
    removeEventListener("keydown", keep);
    clearTimeout(timer);
    typedAhead = undefined;
  };
  const timer = setTimeout(stop, maxTypedAheadMs);
  addEventListener("keydown", keep);
  typedAhead = { keys, stop };
}

/** Does what the first of the kept keys asks for, once there are actions: a dialog does one thing. */
export function useTypedAhead(actions: Readonly<Record<string, () => void>>): void {
  const act = useStableCallback(() => {
    const first = typedAhead?.keys.find((key) => actions[key] !== undefined);
    dropTypedAhead();
    if (first !== undefined) actions[first]?.();
  });
  const isReady = Object.keys(actions).length > 0;
  useEffect(() => {
    if (isReady) act();
  }, [isReady, act]);
}

/** Keys of the station. They do nothing while someone types. */
export function useStationKeys(
  actions: Readonly<Record<string, () => void>>,
  { isDialog = false }: KeyOptions = {},
): void {
  const goPressedAtMs = useRef(Number.NEGATIVE_INFINITY);
  const press = useStableCallback((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return;
    if (!isDialog && (typedAhead || hasOpenLayer())) return;
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
