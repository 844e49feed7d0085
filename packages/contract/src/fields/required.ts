/** What a field says when it is left empty. */
export const required = "Required";

/** What a number says: that it is missing, or that what stands there is none. */
export const requiredNumber = (otherwise: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined || input === null ? required : otherwise),
});
