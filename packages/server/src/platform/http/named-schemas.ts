import type { Endpoint, EndpointKey, Schema } from "@gatehouse/contract/endpoint";
import * as z from "zod";
import { slotSchema } from "./slot-schema.ts";

type Json = Record<string, unknown>;

/** The JSON schemas of the contract; those with a name are components. */
export interface NamedSchemas {
  readonly components: Readonly<Record<string, Json>>;
  toJson(slot: Schema, io: "input" | "output"): Json;
  /** A schema itself instead of a reference to it. */
  resolve(schema: Json): Json;
}

const componentPath = "#/components/schemas/";
const localReference = /"#\/\$defs\/(\w+)"/g;

/** Responses define the names; the same schema in a request gets another name if it differs there, as by a default. */
export function createNamedSchemas(api: Record<EndpointKey, Endpoint>): NamedSchemas {
  const components: Record<string, Json> = {};

  function toJson(slot: Schema, io: "input" | "output"): Json {
    const { $schema: _, $defs = {}, ...schema } = z.toJSONSchema(slotSchema(slot), { io, unrepresentable: "any" });
    const names = new Map(Object.entries($defs).map(([name, definition]) => [name, nameOf(name, definition)]));
    const refer = (json: unknown): Json =>
      JSON.parse(
        JSON.stringify(json).replaceAll(localReference, (_match, name: string) =>
          JSON.stringify(`${componentPath}${names.get(name) ?? name}`),
        ),
      );
    for (const [name, definition] of Object.entries($defs)) components[names.get(name) ?? name] ??= refer(definition);
    return refer(schema);
  }

  function nameOf(name: string, definition: unknown): string {
    const known = components[name];
    const json = JSON.stringify(definition).replaceAll("#/$defs/", componentPath);
    return known === undefined || JSON.stringify(known) === json ? name : `${name}Input`;
  }

  for (const { response } of Object.values(api)) if (response) toJson(response, "output");
  return {
    components,
    toJson,
    resolve: (schema) => {
      const { $ref } = schema;
      if (typeof $ref !== "string") return schema;
      const found = components[$ref.slice(componentPath.length)];
      if (!found) throw new Error(`the schema ${$ref} is not defined`);
      return found;
    },
  };
}
