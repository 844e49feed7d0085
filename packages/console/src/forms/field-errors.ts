import { type Validator, validate } from "@gatehouse/contract/validation";

/** The part of a zod schema that forms use. Declared here so that forms don't load zod before they validate. */
export interface Schema<Payload> extends Validator {
  readonly _zod: { readonly input: Payload };
}

/** Validates a payload against the contract's schema; gives the first error of each field. */
export async function fieldErrors(
  load: () => Promise<Schema<unknown>>,
  value: unknown,
): Promise<Record<string, string>> {
  const schema = await load().catch(() => null);
  // If the schema can't be loaded, the server still validates.
  if (schema === null) return {};
  const errors = new Map<string, string>();
  for (const { path, message } of validate(schema, value).errors) {
    if (!errors.has(path)) errors.set(path, message);
  }
  return Object.fromEntries(errors);
}
