import * as z from "zod";

const marked = new WeakSet<z.core.$ZodType>();

/** A required field of a record, in a partial update: it may be absent, but not empty. */
export function requiredIfSent<S extends z.core.SomeType>(field: S): z.ZodOptional<S> {
  const optional = z.optional(field);
  marked.add(optional);
  return optional;
}

/** Whether the field may be absent, but not empty. */
export const isRequiredIfSent = (field: z.core.$ZodType): boolean => marked.has(field);
