import * as z from "zod";
import { assertFound } from "../assert-found.ts";
import { required } from "./required.ts";

const defaultMaxLength = 255;

/** The error of a text that is not storable. */
export const notStorable = "Contains a character that cannot be stored";

/** A required line of text, trimmed. */
export const requiredText = (max = defaultMaxLength, missing = required) =>
  z
    .string(missing)
    .trim()
    .min(1, missing)
    .max(max, `At most ${max} characters`)
    .refine(isVisible, missing)
    .refine(isStorable, notStorable);

/** A secret that is sent in an HTTP header. Headers have no encoding for other characters. */
export const headerText = (max: number) =>
  requiredText(max).regex(/^[ -~]*$/, "Must contain only the letters A to Z, digits, spaces and ASCII symbols");

/** Whether a text is empty or has a character that can be seen: zero-width spaces and direction marks can't. */
const isVisible = (text: string): boolean => text === "" || /[^\s\p{Cf}]/u.test(text);

export const codePointOf = (character: string): number => assertFound(character.codePointAt(0), "no character");

/** Whether a text has no control characters or lone surrogates, which PostgreSQL can't store or names don't need. */
export function isStorable(text: string): boolean {
  return !hasControlCharacter(text);
}

function hasControlCharacter(text: string): boolean {
  for (const character of text) {
    const code = codePointOf(character);
    if (code < 32 || code === 127 || (code >= 0xd800 && code <= 0xdfff)) return true;
  }
  return false;
}

/** An optional line of text; empty means null. */
export const optionalText = (max = 255) =>
  z.union([z.literal("").transform(() => null), requiredText(max), z.null()]).optional();
