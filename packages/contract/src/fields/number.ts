import * as z from "zod";
import { requiredOr } from "./required.ts";

/** A number of things: "1 day", "41,200 pictures", "2 entries". */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/** The largest whole number that an integer column can hold. */
export const maxInteger = 2_147_483_647;
const whole = z.int(requiredOr("Must be a whole number"));

/** A required whole number with a minimum. */
export const atLeast = (min: number, message = `Must be at least ${min}`) =>
  whole.min(min, message).max(maxInteger, `Must be at most ${maxInteger}`);

/** The largest TCP port. */
export const maxPort = 65_535;
const portError = `Port should be between 1 and ${maxPort}`;

/** A TCP port. */
export const port = whole.min(1, portError).max(maxPort, portError);
