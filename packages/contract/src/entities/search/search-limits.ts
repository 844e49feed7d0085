/** Shorter texts would find almost everything. */
export const minSearchLength = 2;

/** The number of results of a kind. */
export const maxResultsPerKind = 5;
