/** A reason not to start that a person can act on; its message is printed as one sentence without a stack. */
export class StartFault extends Error {
  override readonly name: string = "StartFault";
}

/** The system's own words of a failed call, short enough to end a sentence. */
export function errorReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = (error as NodeJS.ErrnoException).code;
  // A refused connection to a name with two addresses arrives as an AggregateError with an empty message.
  return error.message === "" && code ? code : error.message;
}
