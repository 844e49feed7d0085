import * as z from "zod";
import { requiredOr } from "./required.ts";

/** WIRE-1: times are ISO 8601 UTC with milliseconds. */
export const instant = z.iso.datetime({ precision: 3 });

/** A time of another system, with any offset that PostgreSQL supports; stored as UTC. */
export const sentTime = z.iso
  .datetime({ offset: true, ...requiredOr("Must be an ISO 8601 time with an offset") })
  .max(40, "At most 40 characters")
  .refine((text) => !isOutside(Date.parse(text)), "Must be from 1970 to 9999")
  .refine((text) => !/[+-](?:1[6-9]|2\d):\d\d$/.test(text), "Must have an offset of less than 16 hours");

const isOutside = (ms: number) => ms < 0 || ms >= Date.UTC(10_000, 0);
