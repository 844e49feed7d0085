import type { Slot } from "@gatehouse/contract/endpoint";
import type * as z from "zod";
import { slotSchema } from "./slot-schema.ts";

type Fields = Record<string, unknown>;

/** WIRE-7: separates an input into the fields of its schema and those that only the record's responses have. */
export function separateEchoed(schema: Slot, record: Slot, input: unknown): { own: unknown; echoed: Fields } {
  const unknown = unknownFields(schema, input);
  if (unknown.size === 0) return { own: input, echoed: {} };
  const { shape } = slotSchema(record) as z.ZodObject;
  const isEchoed = (name: string) => unknown.has(name) && Object.hasOwn(shape, name);
  const entries = Object.entries(input as Fields);
  return {
    own: Object.fromEntries(entries.filter(([name]) => !isEchoed(name))),
    echoed: Object.fromEntries(entries.filter(([name]) => isEchoed(name))),
  };
}

function unknownFields(schema: Slot, input: unknown): Set<string> {
  const issues = slotSchema(schema).safeParse(input).error?.issues ?? [];
  return new Set(
    issues.flatMap((issue) => (issue.code === "unrecognized_keys" && issue.path.length === 0 ? issue.keys : [])),
  );
}
