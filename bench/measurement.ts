/** The value below which this share of the numbers lies. */
export function percentile(numbers: readonly number[], share: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)] ?? 0;
}

/** The middle value; a short disturbance by another process doesn't change it. */
export const median = (numbers: readonly number[]): number => percentile(numbers, 0.5);

/** Text for whether a limit is met. */
export const formatVerdict = (isMet: boolean): string => (isMet ? "met" : "NOT MET");
