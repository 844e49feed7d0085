import * as z from "zod";

/** The message of an empty required field. This file is without zod, because the sign-in page loads it. */
export const required = "Required";

interface Issue {
  readonly input?: unknown;
}

/** The error of a required value: `required` if it is missing, else the given message. */
export const requiredOr = (otherwise: string) => ({
  error: ({ input }: Issue) => (input === undefined || input === null ? required : otherwise),
});

/** The error of a required choice: `required` if nothing is chosen; else the choices are listed, as by default. */
export const requiredChoice = {
  error: ({ input }: Issue) => (input === undefined || input === null || input === "" ? required : undefined),
};

const marked = new WeakSet<z.core.$ZodType>();

/** A required field of a record, in a partial update: it may be absent, but not empty. */
export function requiredIfSent<S extends z.core.SomeType>(field: S): z.ZodOptional<S> {
  const optional = z.optional(field);
  marked.add(optional);
  return optional;
}

/** Whether the field may be absent, but not empty. */
export const isRequiredIfSent = (field: z.core.$ZodType): boolean => marked.has(field);
