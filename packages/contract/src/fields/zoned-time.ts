const dayMs = 86_400_000;
const clocks = new Map<string, Intl.DateTimeFormat>();

/** The moment, in milliseconds, at which the clocks of a zone show a reading, itself given as if it were UTC. */
export function momentOf(readingMs: number, timeZone: string): number {
  // No zone changes its clocks twice within two days: one of these two offsets holds.
  const [before, after] = [readingMs - dayMs, readingMs + dayMs].map((ms) => readingMs - offsetMs(ms, timeZone)) as [
    number,
    number,
  ];
  const shown = [before, after].filter((ms) => ms + offsetMs(ms, timeZone) === readingMs);
  // Shown twice: the first time counts. Never shown: as much after the change as it would have been.
  return shown.length === 0 ? before : Math.min(...shown);
}

/** A moment as the clocks of a zone show it, ISO 8601 with its offset: `2026-12-31T23:59:59.999+05:30`. */
export function zonedText(at: Date, timeZone: string): string {
  const offset = offsetMs(at.getTime(), timeZone);
  const minutes = Math.abs(offset) / 60_000;
  // Some zones once had offsets that ISO 8601 cannot write.
  if (!Number.isInteger(minutes)) return at.toISOString();
  const reading = new Date(at.getTime() + offset).toISOString().slice(0, -1);
  const hours = `${Math.floor(minutes / 60)}`.padStart(2, "0");
  return `${reading}${offset < 0 ? "-" : "+"}${hours}:${`${minutes % 60}`.padStart(2, "0")}`;
}

/** How far the clocks of a zone are ahead of UTC at a moment. */
function offsetMs(ms: number, timeZone: string): number {
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
