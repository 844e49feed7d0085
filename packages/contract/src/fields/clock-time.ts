import * as z from "zod";
import { clockFault, clockPattern } from "./clock-pattern.ts";

/** A time of the day at the site, such as 22:00. */
export const clockTime = z.string(clockFault).trim().regex(clockPattern, clockFault);

/** A time of the day that may be left empty, which is stored as null. */
export const optionalClockTime = z.union([z.literal("").transform(() => null), clockTime, z.null()]).default(null);

/** Minutes since midnight. */
export const minuteOfDay = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
