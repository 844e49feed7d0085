/** A time as it stands in a sentence of a decision; whoever shows the sentence gives it the site's words with `withTimes`. */
export const sentenceTime = (at: Date): string => at.toISOString();

const pattern = /(?:\d{4}|[+-]\d{6})-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/** A sentence with its times as people at the site read them. */
export function withTimes(sentence: string, textOf: (at: Date) => string): string {
  return sentence.replaceAll(pattern, (found) => {
    const at = new Date(found);
    // What only looks like a time was read from a plate or typed into a name.
    return Number.isNaN(at.getTime()) ? found : textOf(at);
  });
}
