/** The message of an empty required field. This file is without zod, because the sign-in page loads it. */
export const required = "Required";

/** The error of a required number: `required` if it is missing, else the given message. */
export const requiredNumber = (otherwise: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined || input === null ? required : otherwise),
});
