import { assertFound } from "@gatehouse/contract/assert-found";
import { type WeeklyWindow, weekdays } from "@gatehouse/contract/entities/access/schedule";
import { type TimeWindow, toSpan } from "@gatehouse/contract/fields/time";
import { clockOffsetMs, dayMs } from "@gatehouse/contract/fields/zoned-time";

const minuteMs = 60_000;
/** How far the next and the previous window are searched. */
const searchedDays = 14;

/** A schedule as it was entered. */
export interface ScheduleInput {
  readonly id: number;
  readonly name: string;
  readonly windows: readonly WeeklyWindow[];
  readonly exceptions: readonly { readonly date: string; readonly windows: readonly TimeWindow[] }[];
}

/** A time of the site's clock. */
export interface LocalTime {
  /** Days since 1970-01-01 of the local date. */
  readonly day: number;
  /** Milliseconds since midnight, as the clock shows them. */
  readonly ms: number;
}

/** A window in milliseconds since midnight of its start day; the end of an overnight window is after 24 hours. */
interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

/** A schedule prepared for evaluation. */
export interface Schedule {
  readonly id: number;
  readonly name: string;
  /** By weekday, 0 is Monday. */
  readonly weekly: readonly (readonly Span[])[];
  /** By day since 1970. */
  readonly exceptions: ReadonlyMap<number, readonly Span[]>;
}

/** The local time at the site. Skipped times never occur, repeated times occur twice. */
export function toLocalTime(at: Date, timeZone: string): LocalTime {
  const reading = at.getTime() + clockOffsetMs(at.getTime(), timeZone);
  const day = Math.floor(reading / dayMs);
  return { day, ms: reading - day * dayMs };
}

/** Prepares a schedule for evaluation. */
export function compileSchedule({ id, name, windows, exceptions }: ScheduleInput): Schedule {
  const spans = (list: readonly TimeWindow[]) =>
    list
      .map(toSpan)
      .map(({ start, end }): Span => ({ startMs: start * minuteMs, endMs: end * minuteMs }))
      .sort((one, other) => one.startMs - other.startMs);
  return {
    id,
    name,
    weekly: Array.from({ length: 7 }, (_, weekday) => spans(windows.filter(({ days }) => days.includes(weekday + 1)))),
    exceptions: new Map(exceptions.map((exception) => [dayOf(exception.date), spans(exception.windows)])),
  };
}

const dayOf = (date: string): number => Math.floor(Date.parse(`${date}T00:00:00Z`) / dayMs);

// 1970-01-01 was a Thursday.
const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;

/** A window belongs to its start day: an exception replaces the windows that start on its date. */
const spansOn = ({ weekly, exceptions }: Schedule, day: number): readonly Span[] =>
  exceptions.get(day) ?? assertFound(weekly[weekdayOf(day)], "a schedule without a weekday");

function findOpenSpan(schedule: Schedule, { day, ms }: LocalTime): Span | undefined {
  for (const span of spansOn(schedule, day)) if (ms >= span.startMs && ms < span.endMs) return span;
  for (const span of spansOn(schedule, day - 1)) if (ms + dayMs < span.endMs) return span;
  return undefined;
}

export const isScheduleOpen = (schedule: Schedule, local: LocalTime): boolean =>
  findOpenSpan(schedule, local) !== undefined;

/** The window that is open; null if none is. */
export function openWindow(schedule: Schedule, local: LocalTime): string | null {
  const span = findOpenSpan(schedule, local);
  return span ? `${clockText(span.startMs)}–${clockText(span.endMs)}` : null;
}

/** The edge of a window that a time missed, and by how much. */
export interface MissedWindow {
  readonly kind: "until" | "from";
  readonly text: string;
  /** The time itself, as exact as the text: 18:07, or Sunday 18:07 if the window is on another day. */
  readonly was: string;
  readonly missedByMs: number;
}

/** The nearest window of a closed schedule; null if it has none within two weeks. */
export function nearestWindow(schedule: Schedule, local: LocalTime): MissedWindow | null {
  let best: { kind: MissedWindow["kind"]; edgeMs: number; offset: number; missedByMs: number } | null = null;
  for (let distance = 0; distance <= searchedDays; distance++) {
    // Windows that start on days further away are missed by more; one that started earlier lasts at most a day longer.
    if (best !== null && best.missedByMs < (distance - 2) * dayMs) break;
    for (const offset of distance === 0 ? [0] : [-distance, distance]) {
      for (const { startMs, endMs } of spansOn(schedule, local.day + offset)) {
        const [opens, closes] = [offset * dayMs + startMs, offset * dayMs + endMs];
        const hasEnded = local.ms >= closes;
        const missedByMs = hasEnded ? local.ms - closes : opens - local.ms;
        if (missedByMs < 0 || (best !== null && missedByMs >= best.missedByMs)) continue;
        const edge = hasEnded
          ? ({ kind: "until", edgeMs: closes } as const)
          : ({ kind: "from", edgeMs: opens } as const);
        best = { ...edge, offset, missedByMs };
      }
    }
  }
  if (best === null) return null;
  const { kind, edgeMs, offset, missedByMs } = best;
  const days = Math.floor(edgeMs / dayMs);
  // A window that began yesterday and ended today at 02:00 is not the one of tonight.
  const apart = days === 0 ? offset : days;
  return {
    kind,
    text: dayText(local.day, days, edgeMs, apart),
    was: dayText(local.day, 0, local.ms, apart),
    missedByMs,
  };
}

/** A time some days from a day: 18:00, or with the weekday or date if the times that it is compared with are days apart. */
function dayText(day: number, offset: number, ms: number, daysApart: number): string {
  const clock = clockText(ms);
  if (daysApart === 0) return clock;
  if (Math.abs(daysApart) < 7) return `${weekdays[weekdayOf(day + offset)]} ${clock}`;
  return `${new Date((day + offset) * dayMs).toISOString().slice(0, 10)} ${clock}`;
}

/** A time of day like 06:30. */
const clockText = (ms: number): string =>
  assertFound(clockTexts[Math.floor((((ms % dayMs) + dayMs) % dayMs) / minuteMs)], "a minute outside the day");

const twoDigits = (value: number) => String(value).padStart(2, "0");
const clockTexts = Array.from(
  { length: dayMs / minuteMs },
  (_, minutes) => `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`,
);

/** A local time with its date, such as 2026-03-29 18:07. */
export function localText({ day, ms }: LocalTime): string {
  if (knownDate.day !== day) knownDate = { day, text: new Date(day * dayMs).toISOString().slice(0, 10) };
  return `${knownDate.text} ${clockText(ms)}`;
}

// Decisions in a row mostly have the same date.
let knownDate = { day: 0, text: "1970-01-01" };
