import * as z from "zod";
import { required } from "./required.ts";

/** BARRIER-2: the number that an actuator is known by in the field; it travels as text. */
export const actuatorUid = z
  .string(required)
  .min(1, required)
  .regex(/^([1-9]\d?|1\d\d|2[0-4]\d|25[0-5])$/, "Must be a number from 1 to 255");
