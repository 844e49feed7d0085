import type * as z from "zod";
import { assertFound } from "./assert-found.ts";
import { required } from "./fields/required.ts";

type RawIssue = z.core.$ZodRawIssue;
type Issue = z.core.$ZodIssue;

/** An error of an input: the path of its field, joined by dots, and a sentence. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}

/** The part of a zod schema that validation uses. Without zod itself, which pages load only when a form needs it. */
export interface Validator {
  safeParse(
    value: unknown,
    options?: { error: (issue: RawIssue) => string },
  ): { success: boolean; data?: unknown; error?: { issues: readonly Issue[] } | undefined };
}

/** The message of a value that fits no option of a union; replaced by the errors of the closest option. */
const fitsNoOption = "Is not valid";

const typeSentences: Record<string, string> = {
  string: "Must be a text",
  number: "Must be a number",
  int: "Must be a whole number",
  boolean: "Must be true or false",
  array: "Must be a list",
  object: "Must be an object",
  record: "Must be an object",
  null: "Must be empty",
  date: "Must be a time",
};

const formatSentences: Record<string, string> = {
  datetime: "Must be an ISO 8601 time",
  date: "Must be an ISO 8601 date",
  email: "Must be a valid email",
  url: "Must be a valid URL",
};

/** The sentence for an error whose schema has no message of its own. */
export function readableMessage(issue: RawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return isMissing(issue.input) ? required : (typeSentences[issue.expected] ?? fitsNoOption);
    case "invalid_value":
      return isMissing(issue.input) ? required : oneOf(issue.values);
    case "invalid_format":
      return formatSentences[issue.format] ?? "Has a wrong format";
    case "too_small":
      return tooSmall(issue.origin, issue.minimum, issue.inclusive ?? true);
    case "too_big":
      return tooBig(issue.origin, issue.maximum, issue.inclusive ?? true);
    case "unrecognized_keys":
      return "Is not a known field";
    case "invalid_union":
      return issue.discriminator === undefined ? fitsNoOption : oneOf((issue.options ?? []) as unknown[]);
    default:
      return fitsNoOption;
  }
}

const isMissing = (input: unknown) => input === undefined || input === null;

function oneOf(values: readonly unknown[]): string {
  const words = values.map(String);
  return words.length === 1 ? `Must be ${words[0]}` : `Must be one of ${words.join(", ")}`;
}

function tooSmall(origin: string, minimum: unknown, isInclusive: boolean): string {
  if (origin === "string") return minimum === 1 ? required : `Use at least ${minimum} characters`;
  if (origin === "array" || origin === "set") return `Must have at least ${minimum} entries`;
  if (isInclusive) return `Must be at least ${minimum}`;
  return minimum === 0 ? "Must be positive" : `Must be greater than ${minimum}`;
}

function tooBig(origin: string, maximum: unknown, isInclusive: boolean): string {
  if (origin === "string") return `At most ${maximum} characters`;
  if (origin === "array" || origin === "set") return `Must have at most ${maximum} entries`;
  return isInclusive ? `Must be at most ${maximum}` : `Must be less than ${maximum}`;
}

/** Validates a value; every error is a sentence at its field. */
export function validate(schema: Validator, input: unknown): { value: unknown; errors: FieldError[] } {
  const result = schema.safeParse(input, { error: readableMessage });
  return result.success
    ? { value: result.data, errors: [] }
    : { value: undefined, errors: (result.error?.issues ?? []).flatMap((issue) => toErrors(issue, [])) };
}

function toErrors(issue: Issue, parents: readonly PropertyKey[]): FieldError[] {
  const path = [...parents, ...issue.path];
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ path: joinPath([...path, key]), message: "Is not a known field" }));
  }
  if (issue.code === "invalid_union" && issue.message === fitsNoOption) {
    const closest = closestOption(issue.errors);
    if (closest.length > 0) return closest.flatMap((inner) => toErrors(inner, path));
  }
  return [{ path: joinPath(path), message: issue.message }];
}

const joinPath = (path: readonly PropertyKey[]) => path.map(String).join(".");

/** The errors of the option that the value comes closest to. */
function closestOption(options: readonly (readonly Issue[])[]): readonly Issue[] {
  const ranked = options.map((issues) => ({ issues, distance: Math.max(...issues.map(distanceOf)) }));
  ranked.sort((one, other) => one.distance - other.distance || one.issues.length - other.issues.length);
  return assertFound(ranked[0], "a union without options").issues;
}

/** Small for an error inside the value, large for a value of another kind or an option that only stands for "none". */
function distanceOf({ code, path, ...issue }: Issue): number {
  if (code === "unrecognized_keys") return 1;
  if (path.length > 0) return 0;
  if (code === "invalid_type") return "expected" in issue && issue.expected === "null" ? 4 : 2;
  return code === "invalid_value" ? 3 : 0;
}
