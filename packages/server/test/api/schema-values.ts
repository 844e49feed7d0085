import fc from "fast-check";

/** The part of JSON Schema that the API document uses. */
export interface JsonSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minItems?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** Values that programs handle badly. None of them is a host name. */
const hostile = fc.constantFrom<unknown>(
  null,
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "'; drop table users; --",
  "../../etc/passwd",
  "%00%ff",
  "<script>",
  "💥 ‮",
  "x".repeat(5_000),
  -1,
  0,
  1.5,
  1e308,
  2 ** 31,
  "2147483648",
  2 ** 53,
  -(2 ** 63),
  true,
  [],
  [null],
  {},
  { a: { b: [] } },
  JSON.parse('{"__proto__":{"x":1},"constructor":1}'),
  "9999-12-31T23:59:59.999Z",
  "0000-00-00",
  "NaN",
);

const maxInteger = 2_147_483_647;
const smallIds = fc.integer({ min: 1, max: 4 });
/** The first number that an integer column can't hold. */
const beyondColumn = fc.constant(maxInteger + 1);

/** Devices and other systems are on this machine, at a port where nothing listens. */
const placeNames = /(ip|host|url|address|issuer|server|frame|stream|socket|endpoint|receiver)/i;
const places = fc.constantFrom(
  "127.0.0.1",
  "http://127.0.0.1:9/",
  "https://127.0.0.1:9/x",
  "ws://127.0.0.1:9/",
  "rtsp://127.0.0.1:9/x",
);
const portNames = /port$/i;
const discardPort = 9;

/** Values that match a schema; `share` is the probability of one that doesn't, at every level. */
export function valuesOf(schema: JsonSchema, share: number, name = ""): fc.Arbitrary<unknown> {
  const valid = validValuesOf(schema, share, name);
  if (share === 0) return valid;
  return fc.double({ min: 0, max: 1, noNaN: true }).chain((drawn) => (drawn < share ? hostile : valid));
}

function validValuesOf(schema: JsonSchema, share: number, name: string): fc.Arbitrary<unknown> {
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => validValuesOf(choice, share, name)));
  return byType[schema.type ?? ""]?.(schema, name, share) ?? fc.jsonValue({ maxDepth: 2 });
}

type ValuesOfType = (schema: JsonSchema, name: string, share: number) => fc.Arbitrary<unknown>;

const byType: Record<string, ValuesOfType> = {
  string: textOf,
  integer: (schema, name) => numberOf(schema, name, true),
  number: (schema, name) => numberOf(schema, name, false),
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  array: ({ items = {}, minItems = 0 }, name, share) =>
    fc.array(valuesOf(items, share, name), { minLength: minItems, maxLength: Math.max(minItems, 3) }),
  object: ({ properties = {}, required = [] }, _name, share) =>
    fc.record(
      Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, valuesOf(value, share, key)])),
      {
        requiredKeys: Object.keys(properties).filter((key) => required.includes(key)),
      },
    ),
};

function textOf({ format, pattern, minLength = 0, maxLength = 12 }: JsonSchema, name: string): fc.Arbitrary<string> {
  if (placeNames.test(name)) return places;
  if (format === "date-time") {
    return fc
      .date({ min: new Date("2020-01-01"), max: new Date("2030-01-01"), noInvalidDate: true })
      .map((at) => at.toISOString());
  }
  const text = fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 12)) });
  if (pattern === undefined) return text;
  return matching(pattern) ?? text;
}

/** Undefined for a pattern that fast-check can't generate. */
function matching(pattern: string): fc.Arbitrary<string> | undefined {
  try {
    return fc.stringMatching(new RegExp(pattern));
  } catch {
    return undefined;
  }
}

function numberOf(schema: JsonSchema, name: string, isInteger: boolean): fc.Arbitrary<number> {
  if (portNames.test(name)) return fc.constant(discardPort);
  // Numbers in a path or a query have no maximum in the document.
  const mayExceed = isInteger && (schema.maximum ?? 0) > maxInteger;
  if (/(^id$|Id$|Ids$)/.test(name)) return mayExceed ? fc.oneof(smallIds, beyondColumn) : smallIds;
  const min = schema.minimum ?? (schema.exclusiveMinimum === undefined ? -1_000 : schema.exclusiveMinimum + 1);
  const max = Math.max(min, Math.min(schema.maximum ?? 1_000, maxInteger));
  if (!isInteger) return fc.double({ min, max, noNaN: true });
  const integers = fc.integer({ min: Math.ceil(min), max: Math.floor(max) });
  return mayExceed ? fc.oneof(integers, beyondColumn) : integers;
}
