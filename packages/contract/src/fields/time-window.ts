/** A window of a day: from and to as HH:MM. It ends on the next day if `to` is not after `from`. */
export interface TimeWindow {
  readonly from: string;
  readonly to: string;
}

const minutesOfDay = 1440;

/** The minutes since midnight of a time like 06:30. */
const toMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** RULE-2: start and end in minutes since midnight of the start day; the end of an overnight window is above 1440. */
export function toSpan({ from, to }: TimeWindow): { start: number; end: number } {
  const [start, end] = [toMinutes(from), toMinutes(to)];
  return { start, end: end > start ? end : end + minutesOfDay };
}
