/** 24 hours; a day of a zone may have 23 or 25. */
export const dayMs = 86_400_000;

/** Cached, because a report and a back-test ask for the offset of every row: Temporal takes eight times as long. */
const offsets = new Map<string, Map<number, number | null>>();
const maxDays = 1_000;

/** The date and the clock in a zone at a time. */
export const zonedAt = (at: Date, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);

/** The start of a day in a zone: midnight, or the first time after it if the clocks skip midnight. */
export const startOfDay = (day: Temporal.PlainDate, timeZone: string): Date =>
  new Date(day.toZonedDateTime(timeZone).epochMilliseconds);

/** When a local time occurs in a zone: once, never (skipped by a clock change) or twice (repeated). */
export interface Shown {
  ms: number;
  /** The second occurrence, if there are two; else the same as `ms`. */
  lastMs: number;
  occurs: "once" | "never" | "twice";
}

/** Finds when a local time, given in milliseconds as if it were UTC, occurs in a zone. */
export function shownAt(readingMs: number, timeZone: string): Shown {
  // No zone changes its clocks twice within two days, so one of these two offsets applies.
  const [before, after] = [readingMs - dayMs, readingMs + dayMs].map(
    (ms) => readingMs - clockOffsetMs(ms, timeZone),
  ) as [number, number];
  const found = [...new Set([before, after])].filter((ms) => ms + clockOffsetMs(ms, timeZone) === readingMs);
  // Repeated: the first occurrence counts. Skipped: moved forward by the length of the gap.
  if (found.length === 0) return { ms: before, lastMs: before, occurs: "never" };
  return { ms: Math.min(...found), lastMs: Math.max(...found), occurs: found.length > 1 ? "twice" : "once" };
}

/** Converts a local time in a zone to milliseconds since 1970. */
export const momentOf = (readingMs: number, timeZone: string): number => shownAt(readingMs, timeZone).ms;

/** The same, but a repeated local time becomes the occurrence nearer to a given time. */
export function momentNear(readingMs: number, timeZone: string, nearMs: number): number {
  const { ms, lastMs } = shownAt(readingMs, timeZone);
  return Math.abs(lastMs - nearMs) < Math.abs(ms - nearMs) ? lastMs : ms;
}

/** A time in a zone as ISO 8601 with offset: `2026-12-31T23:59:59.999+05:30`. */
export function zonedText(at: Date, timeZone: string): string {
  const offset = clockOffsetMs(at.getTime(), timeZone);
  const minutes = Math.abs(offset) / 60_000;
  // Historic offsets with seconds can't be written in ISO 8601.
  if (!Number.isInteger(minutes)) return at.toISOString();
  const reading = new Date(at.getTime() + offset).toISOString().slice(0, -1);
  const hours = `${Math.floor(minutes / 60)}`.padStart(2, "0");
  return `${reading}${offset < 0 ? "-" : "+"}${hours}:${`${minutes % 60}`.padStart(2, "0")}`;
}

/** The offset of a zone from UTC at a time. */
export function clockOffsetMs(ms: number, timeZone: string): number {
  const day = Math.floor(ms / dayMs);
  const days = offsetsOf(timeZone);
  const known = days.get(day);
  if (known !== undefined) return known ?? readOffset(ms, timeZone);
  const offset = readOffset(day * dayMs, timeZone);
  // No zone changes its clocks twice within two days: equal offsets at both ends apply to the whole day.
  const isConstant = offset === readOffset((day + 1) * dayMs, timeZone);
  if (days.size >= maxDays) days.clear();
  days.set(day, isConstant ? offset : null);
  return isConstant ? offset : readOffset(ms, timeZone);
}

/** The offsets of a zone by the days of UTC; null: the clocks change on this day. */
function offsetsOf(timeZone: string): Map<number, number | null> {
  const known = offsets.get(timeZone);
  if (known) return known;
  const days = new Map<number, number | null>();
  offsets.set(timeZone, days);
  return days;
}

function readOffset(ms: number, timeZone: string): number {
  return zonedAt(new Date(ms), timeZone).offsetNanoseconds / 1_000_000;
}
