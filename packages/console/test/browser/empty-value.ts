import type * as z from "zod";

const texts = ["", "2026-01-01T00:00:00.000Z", "00000000-0000-4000-8000-000000000000", "x", "127.0.0.1"];

/** The plainest value that fits a schema: nothing where nothing is allowed, otherwise empty lists, false and 0. */
export function emptyValue(schema: z.core.$ZodType): unknown {
  const fits = (value: unknown) => (schema as z.ZodType).safeParse(value).success;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "nullable":
    case "null":
      return null;
    case "optional":
      return undefined;
    case "default":
    case "prefault":
      return def.defaultValue;
    case "pipe":
      return emptyValue(def.out);
    case "readonly":
    case "nonoptional":
    case "catch":
      return emptyValue(def.innerType);
    case "lazy":
      return emptyValue(def.getter());
    case "union":
      return emptyValue(def.options.find((option) => option._zod.def.type === "null") ?? (def.options[0] as never));
    case "object":
      return Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, emptyValue(field)]));
    case "record":
      return fits({})
        ? {}
        : Object.fromEntries([...(def.keyType._zod.values ?? [])].map((key) => [key, emptyValue(def.valueType)]));
    case "array":
      return fits([]) ? [] : [emptyValue(def.element)];
    case "tuple":
      return def.items.map(emptyValue);
    case "literal":
      return def.values[0];
    case "enum":
      return Object.values(def.entries)[0];
    case "boolean":
      return false;
    case "number":
      return [0, 1].find(fits);
    case "string":
      return texts.find(fits);
    default:
      return undefined;
  }
}
