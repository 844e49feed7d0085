import { screenTiming } from "@gatehouse/contract/entities/display/display-page";
import { formatSince } from "../ui/format-time.ts";

/** Whether values are current, shown as old, or too old to be shown. */
export type Freshness = "current" | "stale" | "hidden";

/** A moment on both clocks of the browser. The monotonic one may stop while the machine sleeps. */
export interface Moment {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

/** The current moment. */
export const readMoment = (): Moment => ({ monotonicMs: performance.now(), wallMs: Date.now() });

/** The time between two moments: the longer of both clocks, so that no value looks newer than it is. */
export const elapsedMs = (since: Moment, now: Moment): number =>
  Math.max(now.monotonicMs - since.monotonicMs, now.wallMs - since.wallMs);

/** How to show values that were last confirmed some time ago. */
export function freshnessAfter(ms: number): Freshness {
  if (ms < screenTiming.staleAfterMs) return "current";
  return ms < screenTiming.hiddenAfterMs ? "stale" : "hidden";
}

/** The note about values that are not current, with the server's time in the site's time zone. */
export function staleNote(freshness: Freshness, at: string, timeZone: string, now: Date): string | undefined {
  if (freshness === "current") return undefined;
  const time = formatSince(new Date(at), now, timeZone);
  return freshness === "stale" ? `Data from ${time}` : `No data since ${time}`;
}
