import * as z from "zod";
import { isStorable } from "./text.ts";

/** A text in a query string that may be left out; one that cannot be stored cannot be looked for either. */
export const queryText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `At most ${max} characters`)
    .refine(isStorable, "Contains a character that cannot be stored")
    .optional();
