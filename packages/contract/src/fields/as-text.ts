/** The text of a value; an absent one is empty. */
export const asText = (value: unknown): string => (value === null || value === undefined ? "" : String(value));
