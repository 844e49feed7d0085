import { StartupError } from "./startup-error.ts";

/** An environment variable has an invalid value. */
export class SettingsError extends StartupError {
  override readonly name = "SettingsError";
  readonly variable: string;

  constructor(variable: string, message: string) {
    super(message);
    this.variable = variable;
  }
}

/** An environment variable: its default, its documentation and its parser. */
export interface Variable<Value> {
  fallback: string | null;
  description: string;
  /** Ends the sentence "NAME must be …". */
  expects: string;
  /** Never shown in messages. */
  secret?: true;
  /** Returns undefined for an invalid value. */
  parse(text: string): Value | undefined;
}

/** Infers the type of a variable. */
export const variable = <Value>(row: Variable<Value>): Variable<Value> => row;

/** A whole number from `min` to `max`, inclusive. */
export function wholeNumber(fallback: number, min: number, max: number, description: string): Variable<number> {
  return {
    fallback: String(fallback),
    description,
    expects: `a whole number from ${min} to ${max}`,
    parse: (text) => {
      const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
      return value >= min && value <= max ? value : undefined;
    },
  };
}

export function trueOrFalse(fallback: boolean, description: string): Variable<boolean> {
  return {
    fallback: String(fallback),
    description,
    expects: "true or false",
    parse: (text) => (text === "true" ? true : text === "false" ? false : undefined),
  };
}

/** The value of a variable, or null if it is not set and has no default. */
export function optional<Value>(name: string, row: Variable<Value>, env: NodeJS.ProcessEnv): Value | null {
  // An empty value counts as unset, as in compose files and unit files.
  const text = env[name] || row.fallback;
  if (text === null) return null;
  const value = row.parse(text);
  if (value !== undefined) return value;
  throw new SettingsError(name, `${name} must be ${row.expects}${row.secret ? "" : `, not "${text}"`}.`);
}

/** The value of a variable with a default. */
export function required<Value>(name: string, row: Variable<Value>, env: NodeJS.ProcessEnv): Value {
  const value = optional(name, row, env);
  if (value === null) throw new Error(`${name} has no fallback`);
  return value;
}
