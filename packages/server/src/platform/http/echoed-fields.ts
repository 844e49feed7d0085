import type { Endpoint, Slot } from "@gatehouse/contract/endpoint";
import { toContractWords } from "@gatehouse/contract/wording";
import type * as z from "zod";
import { slotSchema } from "./slot-schema.ts";

type Fields = Record<string, unknown>;

/** The record whose other fields a body may carry. */
export const echoedRecord = ({ roundTrip, answer }: Endpoint): Slot | undefined =>
  roundTrip === true ? answer : roundTrip;

/** Separates an input into the fields of its schema and those that only the record's responses have. */
export function separateEchoed(schema: Slot, record: Slot, input: unknown): { own: unknown; echoed: Fields } {
  const unknown = unknownFields(schema, input);
  if (unknown.size === 0) return { own: input, echoed: {} };
  const recordSchema = slotSchema(record) as z.ZodObject;
  const isEchoed = (name: string) => unknown.has(name) && Object.hasOwn(recordSchema.shape, name);
  const entries = Object.entries(input as Fields);
  const echoed = Object.fromEntries(entries.filter(([name]) => isEchoed(name)));
  return {
    own: Object.fromEntries(entries.filter(([name]) => !isEchoed(name))),
    // A synonym of the stored value is not a change.
    echoed: { ...echoed, ...(toContractWords(recordSchema, echoed) as Fields) },
  };
}

function unknownFields(schema: Slot, input: unknown): Set<string> {
  const issues = slotSchema(schema).safeParse(input).error?.issues ?? [];
  return new Set(
    issues.flatMap((issue) => (issue.code === "unrecognized_keys" && issue.path.length === 0 ? issue.keys : [])),
  );
}
