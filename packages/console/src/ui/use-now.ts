import { useSyncExternalStore } from "react";

const tickIntervalMs = 15_000;
const listeners = new Set<() => void>();
let nowMs = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/** A shared clock for the page, which only runs while something uses it. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    // Another time would render everything that uses it again, right after it was rendered.
    if (Date.now() - nowMs > tickIntervalMs) nowMs = Date.now();
    timer = setInterval(tick, tickIntervalMs);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  nowMs = Date.now();
  for (const tell of listeners) tell();
}

/** The current time, precise enough for texts such as "4 min ago". */
export const useNowMs = (): number => useSyncExternalStore(subscribe, () => nowMs);
