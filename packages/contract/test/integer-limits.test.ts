import { describe, expect, it } from "vitest";
import * as z from "zod";
import { api } from "../src/api.ts";
import type { Endpoint, Schema as Slot } from "../src/endpoint.ts";
import { maxInteger } from "../src/fields/number.ts";

/** The part of JSON Schema that leads to numbers. */
interface Schema {
  readonly type?: string;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
}

/** Columns of these are bigint. */
const bigFields = [
  /^\w+ \/events\/\{module\}\/\{id\}(\/\w+)? params\.id$/,
  / body\.eventId$/,
  /^GET \/alerts\/notices query\.after$/,
];

const isTooWide = ({ type, maximum, minimum, exclusiveMinimum }: Schema) =>
  type === "integer" &&
  !((maximum ?? Infinity) <= maxInteger && (minimum ?? exclusiveMinimum ?? -Infinity) >= -maxInteger);

/** The paths of the integers that an integer column can't hold. */
function wideIntegers(schema: Schema, path: string): string[] {
  const { anyOf = [], oneOf = [], allOf = [], items, properties = {}, additionalProperties } = schema;
  return [
    ...(isTooWide(schema) ? [path] : []),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((choice) => wideIntegers(choice, path)),
    ...(items ? wideIntegers(items, `${path}[]`) : []),
    ...(typeof additionalProperties === "object" ? wideIntegers(additionalProperties, `${path}{}`) : []),
    ...Object.entries(properties).flatMap(([name, field]) => wideIntegers(field, `${path}.${name}`)),
  ];
}

/** Both sides of a slot: limits of numbers that are sent as text are in its output, those of transformed ones in its input. */
const schemasOf = (slot: Slot) =>
  (["input", "output"] as const).map(
    (io) => z.toJSONSchema(slot as z.ZodType, { io, unrepresentable: "any", reused: "inline" }) as Schema,
  );

const slots = Object.entries<Endpoint>(api).flatMap(([key, { params, query, body }]) =>
  Object.entries({ params, query, body }).flatMap(([name, slot]) => (slot ? [{ name: `${key} ${name}`, slot }] : [])),
);

describe("integers in requests", () => {
  it("WIRE-1 have a maximum that their columns can hold", () => {
    const wide = slots.flatMap(({ name, slot }) => schemasOf(slot).flatMap((schema) => wideIntegers(schema, name)));
    expect(wide.filter((path) => !bigFields.some((field) => field.test(path)))).toEqual([]);
    // The exceptions exist, so the walk finds what it looks for.
    expect(bigFields.filter((field) => !wide.some((path) => field.test(path)))).toEqual([]);
  });
});
