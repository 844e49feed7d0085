import { useSyncExternalStore } from "react";
import { momentText } from "./moment-text.ts";

const everyMs = 15_000;
const listeners = new Set<() => void>();
let nowMs = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for the whole page, which stands while nobody looks at it. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    nowMs = Date.now();
    for (const tell of listeners) tell();
  }, everyMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** A time: how long ago, up to an hour; the clock after that; in full when pointed at. */
export function Moment({ at, timeZone }: { at: string; timeZone: string }) {
  const shownAtMs = useSyncExternalStore(subscribe, () => nowMs);
  const { short, full } = momentText(new Date(at), new Date(Math.max(shownAtMs, Date.parse(at))), timeZone);
  return (
    <time dateTime={at} title={full}>
      {short}
    </time>
  );
}
