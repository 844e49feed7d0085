import type * as z from "zod";
import { isRequiredIfSent } from "./fields/required.ts";
import { findOwnValue, findValue } from "./fields/words.ts";

type Schema = z.core.$ZodType;
type Fields = Record<string, unknown>;

/** The parts of zod's definitions that are read here. */
interface Definition {
  readonly type: string;
  readonly innerType: Schema;
  readonly in: Schema;
  readonly element: Schema;
  readonly options: readonly Schema[];
  readonly discriminator?: string;
  readonly shape: Readonly<Record<string, Schema>>;
  readonly entries: Readonly<Record<string, string | number>>;
  readonly values: readonly (string | number)[];
}

const definitionOf = (schema: Schema) => schema._zod.def as unknown as Definition;
const accepts = (schema: Schema, value: unknown) => (schema as z.ZodType).safeParse(value).success;
const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Converts an input in the documents' wording to the contract's: enumeration values in any case and by their
 * synonyms, and null or an empty text for an optional field. What the schema accepts anyway stays as it is, and so does
 * what is not understood, for the schema to report.
 */
export function toContractWords(schema: Schema, input: unknown): unknown {
  const definition = definitionOf(schema);
  switch (definition.type) {
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "readonly":
      return toContractWords(definition.innerType, input);
    case "pipe":
      return toContractWords(definition.in, input);
    case "enum":
      return findValue(input, Object.values(definition.entries)) ?? findOwnValue(schema, input) ?? input;
    case "literal":
      return findValue(input, definition.values) ?? findOwnValue(schema, input) ?? input;
    case "string":
      return findOwnValue(schema, input) ?? input;
    case "array":
      return Array.isArray(input) ? input.map((entry) => toContractWords(definition.element, entry)) : input;
    case "object":
      return isObject(input) ? convertFields(definition.shape, input) : input;
    case "union":
      return convertOption(definition, input);
    default:
      return input;
  }
}

function convertFields(shape: Definition["shape"], input: Fields): Fields {
  const converted = Object.entries(input).map(([name, value]) => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    return [name, field ? convertField(field, value) : value] as const;
  });
  return Object.fromEntries(converted.filter(([, value]) => value !== undefined));
}

/** An empty optional field becomes null, or is left out if it can't be null. */
function convertField(field: Schema, value: unknown): unknown {
  const isEmpty = value === null || (typeof value === "string" && value.trim() === "");
  if (!isEmpty || accepts(field, value) || isRequiredIfSent(field)) return toContractWords(field, value);
  if (accepts(field, null)) return null;
  return accepts(field, undefined) ? undefined : value;
}

function convertOption({ options, discriminator }: Definition, input: unknown): unknown {
  if (discriminator !== undefined) {
    const option = isObject(input) && options.find((candidate) => isChosen(candidate, discriminator, input));
    return option ? toContractWords(option, input) : input;
  }
  for (const option of options) {
    const converted = toContractWords(option, input);
    if (accepts(option, converted)) return converted;
  }
  return input;
}

function isChosen(option: Schema, discriminator: string, input: Fields): boolean {
  const field = definitionOf(option).shape?.[discriminator];
  return field !== undefined && accepts(field, toContractWords(field, input[discriminator]));
}
