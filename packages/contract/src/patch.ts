import * as z from "zod";

/** A draft's rules for a change of some of its fields: each may be absent, and none is filled in. */
export function patchOf<T extends z.ZodObject>(draft: T): ReturnType<T["partial"]> {
  const fields = Object.entries(draft.shape).map(([name, field]) => {
    const plain = field instanceof z.ZodDefault ? field.unwrap() : field;
    return [name, z.optional(plain)] as const;
  });
  return z.strictObject(Object.fromEntries(fields)) as unknown as ReturnType<T["partial"]>;
}
