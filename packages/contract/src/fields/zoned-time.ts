const dayMs = 86_400_000;
const clocks = new Map<string, Intl.DateTimeFormat>();

/** When the clocks of a zone show a reading, and whether they do so once, never (skipped) or twice (repeated). */
export interface Shown {
  ms: number;
  /** The second time, where it is shown twice; else the same. */
  lastMs: number;
  occurs: "once" | "never" | "twice";
}

/** When the clocks of a zone show a reading, itself given in milliseconds as if it were UTC. */
export function shownAt(readingMs: number, timeZone: string): Shown {
  // No zone changes its clocks twice within two days: one of these two offsets holds.
  const [before, after] = [readingMs - dayMs, readingMs + dayMs].map(
    (ms) => readingMs - clockOffsetMs(ms, timeZone),
  ) as [number, number];
  const found = [...new Set([before, after])].filter((ms) => ms + clockOffsetMs(ms, timeZone) === readingMs);
  // Shown twice: the first time counts. Never shown: as much after the change as it would have been.
  if (found.length === 0) return { ms: before, lastMs: before, occurs: "never" };
  return { ms: Math.min(...found), lastMs: Math.max(...found), occurs: found.length > 1 ? "twice" : "once" };
}

/** The moment, in milliseconds, that a reading of a zone's clocks means. */
export const momentOf = (readingMs: number, timeZone: string): number => shownAt(readingMs, timeZone).ms;

/** The same for a reading that was taken at about a given moment: of the two that an hour shown twice has, the nearer. */
export function momentNear(readingMs: number, timeZone: string, nearMs: number): number {
  const { ms, lastMs } = shownAt(readingMs, timeZone);
  return Math.abs(lastMs - nearMs) < Math.abs(ms - nearMs) ? lastMs : ms;
}

/** A moment as the clocks of a zone show it, ISO 8601 with its offset: `2026-12-31T23:59:59.999+05:30`. */
export function zonedText(at: Date, timeZone: string): string {
  const offset = clockOffsetMs(at.getTime(), timeZone);
  const minutes = Math.abs(offset) / 60_000;
  // Some zones once had offsets that ISO 8601 cannot write.
  if (!Number.isInteger(minutes)) return at.toISOString();
  const reading = new Date(at.getTime() + offset).toISOString().slice(0, -1);
  const hours = `${Math.floor(minutes / 60)}`.padStart(2, "0");
  return `${reading}${offset < 0 ? "-" : "+"}${hours}:${`${minutes % 60}`.padStart(2, "0")}`;
}

/** How far the clocks of a zone are ahead of UTC at a moment. */
export function clockOffsetMs(ms: number, timeZone: string): number {
  const parts = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<"year" | "month" | "day" | "hour" | "minute" | "second", number>;
  const { year, month, day, hour, minute, second } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000;
}

/** Making one costs more than using it a hundred times. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  clocks.set(timeZone, clock);
  return clock;
}
