import { knownZone } from "./moment-text.ts";

const dayMs = 86_400_000;

/** A clock's reading that a person typed, and the moment that it means. */
export interface ZonedTime {
  at: Date;
  /** Whether the clocks show this reading once, skip it when they go forward, or show it twice when they go back. */
  occurs: "once" | "never" | "twice";
}

/** What the clocks of a zone show at a moment, as an input of date and time has it: `2026-12-31T23:59`. */
export const readingAt = (at: Date, timeZone: string): string =>
  new Date(readingMs(at.getTime(), timeZone)).toISOString().slice(0, 16);

/**
 * The moment at which the clocks of a zone show a reading; undefined for a text that is none. Of two such moments it
 * is the first, and a skipped reading means as much time after the change as it would have been.
 */
export function momentOf(reading: string, timeZone: string): ZonedTime | undefined {
  const wantedMs = Date.parse(`${reading}Z`);
  if (Number.isNaN(wantedMs)) return undefined;
  // No zone changes its clocks twice within two days: one of these two offsets holds.
  const [before = 0, after = 0] = [wantedMs - dayMs, wantedMs + dayMs]
    .map((ms) => readingMs(ms, timeZone) - ms)
    .map((offsetMs) => wantedMs - offsetMs);
  const found = [...new Set([before, after])].filter((ms) => readingMs(ms, timeZone) === wantedMs);
  if (found.length === 0) return { at: new Date(before), occurs: "never" };
  return { at: new Date(Math.min(...found)), occurs: found.length > 1 ? "twice" : "once" };
}

/** A zone's clock at a moment, as milliseconds that read the same in UTC. */
function readingMs(ms: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone: knownZone(timeZone),
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  }).formatToParts(ms);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? "";
  const date = [part("year").padStart(4, "0"), part("month"), part("day")].join("-");
  const time = [part("hour"), part("minute"), part("second")].join(":");
  return Date.parse(`${date}T${time}Z`);
}
