/** Shorter texts would find almost everything. */
export const minSearchLength = 2;

/** The longest text that lists and the command palette search for. */
export const maxSearchLength = 100;

/** The number of results of a kind. */
export const maxResultsPerKind = 5;
