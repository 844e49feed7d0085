import { runInNewContext } from "node:vm";

const megabyte = 1_000_000;
// Linear time takes milliseconds here, and up to seconds on a busy machine; quadratic time takes hours.
const boundMs = 5_000;

/** Runs work in a context that can be interrupted; a timer or the test's timeout can't stop synchronous work. */
export const ended = <Result>(work: () => Result): Result => runInNewContext("work()", { work }, { timeout: boundMs });

/** A megabyte of each class of characters, which ends so that a pattern for them does not match. */
export const longTexts = [
  ["spaces between two signs", `A${" ".repeat(megabyte)}!`],
  ["digits that end with a sign", `${"1".repeat(megabyte)}!`],
  ["padding that ends with a sign", `A${"=".repeat(megabyte)}!`],
  ["letters that end with a sign", `${"A".repeat(megabyte)}!`],
  ["separators that end with a sign", `1${"-".repeat(megabyte)}!`],
] as const;
