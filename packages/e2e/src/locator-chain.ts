/** The calls that lead to a locator or perform an action, in order: methods with their encoded arguments. */
export type Chain = readonly (readonly [method: string, args: unknown])[];

/** Encodes arguments as JSON values; `chainOf` returns the chain of a locator. */
export function encodeArguments(args: readonly unknown[], chainOf: (value: unknown) => Chain | undefined): unknown {
  const encode = (value: unknown): unknown => {
    const chain = chainOf(value);
    if (chain !== undefined) return { $locator: chain };
    if (value instanceof RegExp) return { $pattern: [value.source, value.flags] };
    if (typeof value === "function") return { $function: String(value) };
    if (Array.isArray(value)) return value.map(encode);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, encode(member)]));
  };
  return encode(args);
}

/** Decodes arguments; `locate` finds the locator of a chain. */
export function decodeArguments(args: unknown, locate: (chain: Chain) => unknown): unknown[] {
  const decode = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(decode);
    if (typeof value !== "object" || value === null) return value;
    if ("$locator" in value) return locate(value.$locator as Chain);
    if ("$pattern" in value) return new RegExp(...(value.$pattern as [string, string]));
    // Playwright calls functions, but not their text.
    if ("$function" in value) return new Function(`return (${String(value.$function)})`)();
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, decode(member)]));
  };
  return decode(args) as unknown[];
}
