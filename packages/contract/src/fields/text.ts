import * as z from "zod";
import { required } from "./required.ts";

const longest = 255;

/** A line that a person must fill in; surrounding white space is not part of it. */
export const requiredText = (max = longest, missing = required) =>
  z
    .string(missing)
    .trim()
    .min(1, missing)
    .max(max, `At most ${max} characters`)
    .refine(isStorable, "Contains a character that cannot be stored");

/** Whether a text is free of what PostgreSQL cannot hold, and of control characters, which no name needs. */
export function isStorable(text: string): boolean {
  return !hasControlCharacter(text);
}

function hasControlCharacter(text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 32 || code === 127 || (code >= 0xd800 && code <= 0xdfff)) return true;
  }
  return false;
}

/** A line that may be left empty, which is the same as none at all. */
export const optionalText = (max = 255) =>
  z.union([z.literal("").transform(() => null), requiredText(max), z.null()]).optional();
