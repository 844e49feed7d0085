import { codePointOf } from "@gatehouse/contract/fields/text";
/**
 * The value at a path inside untyped JSON or XML; undefined if there is none. Lists on the way are replaced by their
 * first item, because in XML a list of one looks like a single value.
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

/** The value as a list; empty if there is no value. */
export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null || value === "" ? [] : [value];
}

/** Whether the value is an object, not a list or null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A text or number as trimmed text; null if it is missing, too long or can't be stored. */
export function textOf(value: unknown, maxLength = 100): string | null {
  const text = rawText(value)?.trim();
  if (!text || text.length > maxLength || hasForbiddenCharacter(text)) return null;
  return text;
}

/** A text or number as sent, also from an XML element; undefined for anything else. */
export function rawText(value: unknown): string | undefined {
  const inner = Array.isArray(value) ? value[0] : value;
  const plain = isObject(inner) && Object.hasOwn(inner, "#text") ? inner["#text"] : inner;
  if (typeof plain === "string") return plain;
  return typeof plain === "number" && Number.isFinite(plain) ? String(plain) : undefined;
}

/** A plate or tag as sent: a text, or a number of digits; undefined for anything else. */
export function readText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return Number.isSafeInteger(value) && Number(value) >= 0 ? String(value) : undefined;
}

/** The text of an element with attributes, in XML or ONVIF JSON; other values unchanged. */
export const elementText = (value: unknown): unknown =>
  isObject(value) && Object.hasOwn(value, "#text") ? value["#text"] : value;

// Longer numbers are not measurements.
const decimal = /^[+-]?\d{1,18}(\.\d{1,18})?$/;

/** A number, or text that is a number; null for anything else. */
export function numberOf(value: unknown): number | null {
  const text = rawText(value)?.trim();
  return text !== undefined && decimal.test(text) ? Number(text) : null;
}

/** Whether a text has control characters, lone surrogates or replacement characters. */
export function hasForbiddenCharacter(text: string): boolean {
  for (const character of text) {
    const code = codePointOf(character);
    const isControl = code < 32 || (code >= 127 && code < 160);
    if (isControl || (code >= 0xd800 && code <= 0xdfff) || code === 0xfffd) return true;
  }
  return false;
}
