import * as z from "zod";
import { requiredNumber } from "./required.ts";

const largest = 2_147_483_647;
const whole = z.int(requiredNumber("Must be a whole number"));

/** A whole number that must be given and has a least value. */
export const atLeast = (min: number, message = `Must be at least ${min}`) =>
  whole.min(min, message).max(largest, `Must be at most ${largest}`);

/** A TCP port. */
export const port = whole
  .min(1, "Port should be between 1 and 65535")
  .max(65_535, "Port should be between 1 and 65535");
