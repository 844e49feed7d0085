import * as z from "zod";

/** WIRE-1: times are ISO 8601 UTC with milliseconds. */
export const instant = z.iso.datetime({ precision: 3 });
