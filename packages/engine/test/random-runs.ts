/** How often a property is tried: a tenth of it in `npm test`, always with other values. */
export const randomRuns = (numRuns: number): { numRuns: number } => ({
  numRuns: process.env.TEST_RUN === "long" ? numRuns : numRuns / 10,
});
