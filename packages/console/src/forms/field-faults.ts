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
  // The schemas look at this setting while they are made, so it comes first.
  await import("./without-eval.ts");
  const schema = await load();
  const faults = new Map<string, string>();
  for (const { path, message } of schema.safeParse(value).error?.issues ?? []) {
    const field = path.map(String).join(".");
    if (!faults.has(field)) faults.set(field, message);
  }
  return Object.fromEntries(faults);
}
