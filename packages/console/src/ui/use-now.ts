import { useSyncExternalStore } from "react";

const everyMs = 15_000;
const listeners = new Set<() => void>();
let nowMs = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for the whole page, which stands while nobody looks at it. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    nowMs = Date.now();
    timer = setInterval(tick, everyMs);
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

/** The time, as exact as words such as "4 min ago" need it. */
export const useNowMs = (): number => useSyncExternalStore(subscribe, () => nowMs);
