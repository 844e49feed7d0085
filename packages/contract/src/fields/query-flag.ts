import * as z from "zod";

/** A boolean in a query string. */
export const queryFlag = z
  .union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")])
  .default(false);
