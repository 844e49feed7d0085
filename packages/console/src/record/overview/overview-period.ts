import { localMidnight } from "../../ui/zoned-time.ts";

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

export type PeriodName = (typeof periodChoices)[number]["value"];

/** The first and the last day of each period, from today. */
const days: Record<PeriodName, readonly [number, number]> = {
  today: [0, 0],
  yesterday: [-1, -1],
  week: [-6, 0],
  month: [-29, 0],
};

/** A day from a moment. */
export const dayPeriod = (now: Date, timeZone: string, day: number): Period => ({
  from: localMidnight(now, timeZone, day),
  to: localMidnight(now, timeZone, day + 1),
});

export function namedPeriod(name: PeriodName, now: Date, timeZone: string): Period {
  const [first, last] = days[name];
  return { from: localMidnight(now, timeZone, first), to: localMidnight(now, timeZone, last + 1) };
}
