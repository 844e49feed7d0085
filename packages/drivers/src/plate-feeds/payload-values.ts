/**
 * The value at a path of names inside something that a device sent, whatever that is: undefined where there is none.
 * Of a list on the way the first is taken: in XML nobody can tell a list of one from a value.
 */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  let here = value;
  for (const name of path) {
    const object = Array.isArray(here) ? here[0] : here;
    if (!isObject(object) || !Object.hasOwn(object, name)) return undefined;
    here = object[name];
  }
  return here ?? undefined;
}

/** The value as a list: itself where it is one, nothing where there is nothing. */
export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null || value === "" ? [] : [value];
}

/** Whether there are names to look up in it. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A text or number as a trimmed text; null where there is none, or one that is too long or cannot be stored. */
export function textOf(value: unknown, most = 100): string | null {
  const text = rawText(value)?.trim();
  if (!text || text.length > most || hasUnstorable(text)) return null;
  return text;
}

/** A text or number as it was written, out of an XML element too; undefined for anything else. */
export function rawText(value: unknown): string | undefined {
  const inner = Array.isArray(value) ? value[0] : value;
  const plain = isObject(inner) && Object.hasOwn(inner, "#text") ? inner["#text"] : inner;
  if (typeof plain === "string") return plain;
  return typeof plain === "number" && Number.isFinite(plain) ? String(plain) : undefined;
}

/** A plate or tag as it was written: a text, or digits that were sent as a number; never a list, object or boolean. */
export function readText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return Number.isSafeInteger(value) && Number(value) >= 0 ? String(value) : undefined;
}

/** The text of an XML element that has attributes, and the same in ONVIF's JSON; anything else as it is. */
export const elementText = (value: unknown): unknown =>
  isObject(value) && Object.hasOwn(value, "#text") ? value["#text"] : value;

// Longer ones are no measurement of anything.
const decimal = /^[+-]?\d{1,18}(\.\d{1,18})?$/;

/** A number, also one that was sent as text; null for anything else. */
export function numberOf(value: unknown): number | null {
  const text = rawText(value)?.trim();
  return text !== undefined && decimal.test(text) ? Number(text) : null;
}

/** Whether a text holds control characters, halves of characters or the mark of bytes that were none. */
export function hasUnstorable(text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const isControl = code < 32 || (code >= 127 && code < 160);
    if (isControl || (code >= 0xd800 && code <= 0xdfff) || code === 0xfffd) return true;
  }
  return false;
}
