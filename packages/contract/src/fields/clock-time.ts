import * as z from "zod";

const pattern = /^([01]\d|2[0-3]):[0-5]\d$/;

/** A time of the day at the site, such as 22:00. */
export const clockTime = z.string("Must be a time such as 22:00").trim().regex(pattern, "Must be a time such as 22:00");

/** A time of the day that may be left empty, which is stored as null. */
export const optionalClockTime = z.union([z.literal("").transform(() => null), clockTime, z.null()]).default(null);

/** Minutes since midnight. */
export const minuteOfDay = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
