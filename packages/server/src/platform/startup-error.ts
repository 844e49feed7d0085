/** An error that the operator can fix; its message is printed without a stack trace. */
export class StartupError extends Error {
  override readonly name: string = "StartupError";
}

/** A short description of an error, to end a sentence with. */
export function errorReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = (error as NodeJS.ErrnoException).code;
  // A refused connection to a name with two addresses arrives as an AggregateError with an empty message.
  return error.message === "" && code ? code : error.message;
}
