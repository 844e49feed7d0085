import * as z from "zod";
import { isStorable, notStorable } from "./text.ts";

/** The longest text that lists and the command palette search for. */
export const maxSearchLength = 100;

/** A boolean in a query string. */
export const queryFlag = z
  .union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")])
  .default(false);

/** An optional text in a query string; texts that can't be stored can't be searched for either. */
export const queryText = (max: number) =>
  z.string().trim().max(max, `At most ${max} characters`).refine(isStorable, notStorable).optional();

/** Ids in a query string, separated by commas. */
export const idList = z
  .string()
  .max(2_000, "At most 2000 characters")
  .regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8})*$/, "Must be ids separated by commas")
  .optional();

/** The page size. */
const pageLimit = { min: 1, max: 500, initial: 100 };

/** An opaque position in a list. */
export const cursor = z.string().max(500, "Invalid cursor").optional();

/** The size of a page. */
export const limit = z.coerce
  .number<number | string>()
  .pipe(
    z
      .int()
      .min(pageLimit.min, `Must be at least ${pageLimit.min}`)
      .max(pageLimit.max, `Must be at most ${pageLimit.max}`),
  )
  .default(pageLimit.initial);

/** A page of a list with cursors of the next and previous page. */
export const pageOf = <Row extends z.core.$ZodType>(row: Row) =>
  z.object({ data: z.array(row), next: z.string().nullable(), prev: z.string().nullable() });
