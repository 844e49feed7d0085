import * as z from "zod";
import { commonPasswords } from "./common-passwords.ts";
import { required } from "./required.ts";

const passwordLength = { min: 10, max: 128 };

/** A new password: long enough and not a common one. */
export const newPassword = z
  .string(required)
  .min(1, required)
  .min(passwordLength.min, `Use at least ${passwordLength.min} characters`)
  .max(passwordLength.max, `Use at most ${passwordLength.max} characters`)
  .refine((text) => !isCommon(text), "This password is too common, please choose another");

function isCommon(text: string): boolean {
  const plain = text.toLowerCase();
  return commonPasswords.has(plain) || new Set(plain).size < 4;
}
