import * as z from "zod";
import { requiredOr } from "./required.ts";

/** The largest whole number that an integer column can hold. */
export const maxInteger = 2_147_483_647;
const whole = z.int(requiredOr("Must be a whole number"));

/** A required whole number with a minimum. */
export const atLeast = (min: number, message = `Must be at least ${min}`) =>
  whole.min(min, message).max(maxInteger, `Must be at most ${maxInteger}`);

/** A TCP port. */
export const port = whole
  .min(1, "Port should be between 1 and 65535")
  .max(65_535, "Port should be between 1 and 65535");
