import { describe, expect, it } from "vitest";
import * as z from "zod";
import { api } from "../src/api.ts";
import type { Endpoint } from "../src/endpoint.ts";
import { validate } from "../src/validation.ts";

const hostile: readonly unknown[] = [
  undefined,
  null,
  "",
  " ",
  "x",
  "\u0000",
  "x".repeat(20_000),
  0,
  -1,
  1.5,
  1e300,
  Number.NaN,
  true,
  [],
  [[]],
  [null],
  Array.from({ length: 2_000 }, () => 1),
  {},
  { unknown: 1 },
];

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  const?: unknown;
  enum?: unknown[];
}

/** Hostile values at every depth of a schema; discriminators keep a valid value, so that each option is reached. */
function* hostileInputs(schema: JsonSchema): Generator<unknown> {
  yield* hostile;
  for (const option of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) {
    yield* hostileInputs(option);
  }
  if (schema.items) for (const entry of hostileInputs(schema.items)) yield [entry];
  const properties = Object.entries(schema.properties ?? {});
  const choices = properties.flatMap(([name, { const: only, enum: several }]) => {
    const value = only ?? several?.[0];
    return value === undefined ? [] : [[name, value]];
  });
  for (const [name, property] of properties) {
    for (const value of hostileInputs(property)) yield { ...Object.fromEntries(choices), [name]: value };
  }
}

const slots = Object.entries<Endpoint>(api).flatMap(([key, endpoint]) =>
  (["params", "query", "headers", "body"] as const).flatMap((part) => {
    const slot = endpoint[part];
    return slot ? [{ name: `${key} (${part})`, schema: slot as z.ZodType }] : [];
  }),
);

// RECEIVED is also the name of an event status.
const isRaw = (message: string) => /expected|received|invalid input/i.test(message.replaceAll("RECEIVED", ""));

/** The messages of zod's own that a hostile input causes. */
function rawMessages(schema: z.ZodType): string[] {
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
  const messages = new Set<string>();
  for (const input of hostileInputs(json)) {
    for (const { message } of validate(schema, input).errors) messages.add(message);
  }
  return [...messages].filter(isRaw);
}

describe("WIRE-9 every problem is a sentence at its field", () => {
  it("of every call", () => {
    const raw = slots.map(({ name, schema }) => ({ name, messages: rawMessages(schema) }));
    expect(raw.filter(({ messages }) => messages.length > 0)).toEqual([]);
  }, 60_000);
});

describe("WIRE-9 the problem of a union", () => {
  const schema = z.strictObject({
    note: z.union([z.literal("").transform(() => null), z.string("Must be a text").max(3, "Too long"), z.null()]),
    info: z.union([z.strictObject({ ip: z.string() }), z.strictObject({ ip: z.string(), port: z.int() })]),
  });

  it("is that of the closest option, at its field", () => {
    expect(validate(schema, { note: 5, info: { ip: 5, port: "x" } }).errors).toEqual([
      { path: "note", message: "Must be a text" },
      { path: "info.ip", message: "Must be a text" },
      { path: "info.port", message: "Must be a number" },
    ]);
  });

  it("names the known values of a discriminator", () => {
    const union = z.discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("a") }),
      z.strictObject({ kind: z.literal("b") }),
    ]);
    expect(validate(union, { kind: "c" }).errors).toEqual([{ path: "kind", message: "Must be one of a, b" }]);
  });
});
