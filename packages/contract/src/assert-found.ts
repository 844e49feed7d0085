/** Returns a value that must exist: a missing one is a bug, not a case to handle. */
export function assertFound<T>(value: T, message: string): NonNullable<T> {
  if (value === null || value === undefined) throw new Error(message);
  return value;
}
