import * as z from "zod";
import { clockPattern } from "../../fields/clock-pattern.ts";
import { recordId, version } from "../../fields/record.ts";
import { requiredText } from "../../fields/text.ts";
import { overlappingDaily, overlappingWeekly } from "./schedule-windows.ts";

const overlaps = "Overlaps another window";
const weekdayFault = "Must be from 1 (Monday) to 7";
const timeFault = "Must be a time like 06:30";
const time = z.string(timeFault).regex(clockPattern, timeFault);
const weekday = z.int(weekdayFault).min(1, weekdayFault).max(7, weekdayFault);

/** A window of a day. Its end is not included; an end that is not after the start is on the next day. */
const timeWindow = z.strictObject({ from: time, to: time });

const weeklyWindow = timeWindow.extend({
  /** 1 is Monday. */
  days: z
    .array(weekday)
    .min(1, "Choose at least one day")
    .refine((days) => new Set(days).size === days.length, "Duplicate day"),
});

const exception = z.strictObject({
  /** 29 February is valid in leap years only. */
  date: z.iso.date("Must be a date like 2026-12-25"),
  /** The windows of the date, instead of those of its weekday; none: closed. */
  windows: z.array(timeWindow).max(20, "At most 20 windows").default([]),
});

/** RULE-2: the input for a schedule, in the time zone of the site. Without any window it is never open. */
export const scheduleDraft = z
  .strictObject({
    name: requiredText(),
    windows: z.array(weeklyWindow).max(50, "At most 50 windows").default([]),
    exceptions: z.array(exception).max(1000, "At most 1000 dates").default([]),
  })
  .check(({ value, issues }) => {
    const fault = (path: PropertyKey[], message: string) =>
      issues.push({ code: "custom", path, input: value, message });
    for (const position of overlappingWeekly(value.windows)) fault(["windows", position], overlaps);
    const dates = new Set<string>();
    for (const [place, { date, windows }] of value.exceptions.entries()) {
      if (dates.has(date)) fault(["exceptions", place, "date"], "Duplicate date");
      dates.add(date);
      for (const position of overlappingDaily(windows)) fault(["exceptions", place, "windows", position], overlaps);
    }
  });

/** A schedule as the server returns it. */
export const schedule = z.object({
  id: recordId,
  version,
  name: z.string(),
  windows: z.array(weeklyWindow),
  exceptions: z.array(exception),
});
schedule.register(z.globalRegistry, { id: "AccessSchedule", description: "Times at which a rule applies" });

/** A stored schedule. */
export type Schedule = z.output<typeof schedule>;
