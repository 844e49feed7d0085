interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** What a form needs of a contract schema, named without zod so that no form carries it before it is used. */
export interface Schema<Payload> {
  readonly _zod: { readonly input: Payload };
  safeParse(value: unknown): { success: boolean; error?: { issues: readonly Issue[] } | undefined };
}

/** Holds a value against the contract's rules and answers the first fault of each field. */
export async function fieldFaults(
  load: () => Promise<Schema<unknown>>,
  value: unknown,
): Promise<Record<string, string>> {
  const schema = await loadAfterSetting(load).catch(() => null);
  // The rules could not be fetched: the server holds the same ones, and says so if it cannot be reached either.
  if (schema === null) return {};
  const faults = new Map<string, string>();
  for (const { path, message } of schema.safeParse(value).error?.issues ?? []) {
    const field = path.map(String).join(".");
    if (!faults.has(field)) faults.set(field, message);
  }
  return Object.fromEntries(faults);
}

/** The schemas look at the setting while they are made, so it comes first. */
async function loadAfterSetting(load: () => Promise<Schema<unknown>>): Promise<Schema<unknown>> {
  await import("./without-eval.ts");
  return load();
}
