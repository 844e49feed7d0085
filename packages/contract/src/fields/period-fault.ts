/** The fault of an end that is not after its start. */
export const endsTooEarly = "Must be after the start";
