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
