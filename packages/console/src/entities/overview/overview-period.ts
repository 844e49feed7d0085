import { parseLocalTime, toLocalTime } from "../../ui/zoned-time.ts";

const dayMs = 86_400_000;

/** A period of the overview, from a midnight at the site to another one. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** The periods that the figures can have. */
export const periodChoices = [
  { value: "today", label: "Today" },
  { value: "yesterday", label: "Yesterday" },
  { value: "week", label: "7 days" },
  { value: "month", label: "30 days" },
] as const;

/** One of the periods. */
export type PeriodName = (typeof periodChoices)[number]["value"];

/** The first and the last day of each period, from today. */
const days: Record<PeriodName, readonly [number, number]> = {
  today: [0, 0],
  yesterday: [-1, -1],
  week: [-6, 0],
  month: [-29, 0],
};

/** The midnight at the site some days from a moment. */
function midnight(now: Date, timeZone: string, day: number): Date {
  const date = new Date(`${toLocalTime(now, timeZone).slice(0, 10)}T00:00:00Z`);
  const local = new Date(date.getTime() + day * dayMs).toISOString().slice(0, 16);
  return parseLocalTime(local, timeZone)?.at ?? now;
}

/** A day from a moment. */
export const dayPeriod = (now: Date, timeZone: string, day: number): Period => ({
  from: midnight(now, timeZone, day),
  to: midnight(now, timeZone, day + 1),
});

/** A period by its name. */
export function namedPeriod(name: PeriodName, now: Date, timeZone: string): Period {
  const [first, last] = days[name];
  return { from: midnight(now, timeZone, first), to: midnight(now, timeZone, last + 1) };
}
