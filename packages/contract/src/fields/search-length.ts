/** The longest text that lists and the command palette search for. */
export const maxSearchLength = 100;
