/** What a control call carries, all of it text. */
export type Fields = Readonly<Record<string, string | undefined>>;

/** A control call that cannot be done, and why. */
export class ControlFault extends Error {
  readonly status: number;

  constructor(status: number, sentence: string) {
    super(sentence);
    this.status = status;
  }
}

/** A field that must be there. */
export function given(key: string, value: string | undefined): string {
  const text = value?.trim() ?? "";
  if (text === "") throw new ControlFault(400, `"${key}" is missing.`);
  return text;
}

/** A field that is one of some words. */
export function oneOf<T extends string>(key: string, words: readonly T[], value: string | undefined): T {
  const found = words.find((word) => word === value?.trim());
  if (found === undefined) throw new ControlFault(400, `"${key}" must be one of ${words.join(", ")}.`);
  return found;
}

/** The same, where it may be left out. */
export const perhapsOneOf = <T extends string>(key: string, words: readonly T[], value: string | undefined) =>
  (value ?? "") === "" ? undefined : oneOf(key, words, value);

/** A field that is a number. */
export function numberIn(
  key: string,
  value: string | undefined,
  { least, most }: { least: number; most: number },
): number {
  const number = Number(given(key, value));
  if (number >= least && number <= most) return number;
  throw new ControlFault(400, `"${key}" must be a number from ${least} to ${most}.`);
}

/** Something by its name. */
export function named<T>(list: readonly T[], nameOf: (one: T) => string, name: string | undefined, what: string): T {
  const found = list.find((one) => nameOf(one) === name);
  if (found === undefined) throw new ControlFault(404, `There is no ${what} ${name ?? ""}.`);
  return found;
}
