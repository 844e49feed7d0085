/** A time inside the text of a decision; `withTimes` formats it for display. */
export const sentenceTime = (at: Date): string => at.toISOString();

const pattern = /(?:\d{4}|[+-]\d{6})-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/** Formats the times in a text for display. */
export function withTimes(sentence: string, textOf: (at: Date) => string): string {
  return sentence.replaceAll(pattern, (found) => {
    const at = new Date(found);
    // Text from a plate or name may look like a time.
    return Number.isNaN(at.getTime()) ? found : textOf(at);
  });
}
