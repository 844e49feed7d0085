import { normalizeShort } from "@gatehouse/contract/fields/identifier-text";

/** The characters of a row that fit the sign; control characters would break the row and become spaces. */
export const toSignLine = (row: string, chars: number): string =>
  [...normalizeShort(row).replaceAll(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu, " ")].slice(0, chars).join("");
