import * as z from "zod";

/** Rises with every change of a record, so that a save can tell that it is based on an older one. */
export const version = z.int().positive();
