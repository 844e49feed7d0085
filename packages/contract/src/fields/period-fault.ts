/** The fault of an end that is not after its start. */
export const endsTooEarly = "Must be after the start";

/** The fault of an end that is before its start. */
export const endsBeforeStart = "Must not be before the start";
