/** Fields of a control request; every value is text. */
export type Fields = Readonly<Record<string, string | undefined>>;

/** A control request that fails with an HTTP status. */
export class ControlError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export function requireText(key: string, value: string | undefined): string {
  const text = value?.trim() ?? "";
  if (text === "") throw new ControlError(400, `"${key}" is missing.`);
  return text;
}

/** Parses a required field with a fixed set of values. */
export function parseOneOf<T extends string>(key: string, values: readonly T[], value: string | undefined): T {
  const found = values.find((allowed) => allowed === value?.trim());
  if (found === undefined) throw new ControlError(400, `"${key}" must be one of ${values.join(", ")}.`);
  return found;
}

/** Parses an optional field with a fixed set of values. */
export const parseOptionalOneOf = <T extends string>(key: string, values: readonly T[], value: string | undefined) =>
  (value ?? "") === "" ? undefined : parseOneOf(key, values, value);

/** Parses a required number. */
export function parseNumber(
  key: string,
  value: string | undefined,
  { min, max }: { min: number; max: number },
): number {
  const number = Number(requireText(key, value));
  if (number >= min && number <= max) return number;
  throw new ControlError(400, `"${key}" must be a number from ${min} to ${max}.`);
}

/** Finds an item by its key; a missing one is a 404. */
export function findByKey<T>(list: readonly T[], toKey: (item: T) => string, key: string, kind: string): T {
  const found = list.find((item) => toKey(item) === key);
  if (found === undefined) throw new ControlError(404, `There is no ${kind} ${key}.`);
  return found;
}
