import * as z from "zod";
import { required } from "./required.ts";

const largest = 2_147_483_647;

/** A whole number that must be given and has a least value. */
export const atLeast = (min: number, message = `Must be at least ${min}`) =>
  z.int(required).min(min, message).max(largest, `Must be at most ${largest}`);

/** A TCP port. */
export const port = z
  .int(required)
  .min(1, "Port should be between 1 and 65535")
  .max(65_535, "Port should be between 1 and 65535");
