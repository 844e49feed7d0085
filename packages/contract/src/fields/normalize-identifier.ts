const ascii = /^[ -~]*$/;
// Symbols are kept outside of ASCII: a text with one must not equal a text without it.
const separators = /[\p{Z}\p{P}$+<=>^`|~]/gu;

/**
 * ID-6, ID-7: the form that matching and searching compare: upper case, without separators. No two texts that look
 * different become equal. The SQL function normalize_identifier does the same; a test compares the two.
 */
export function normalizeIdentifier(text: string): string {
  if (ascii.test(text)) return text.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  return Array.from(text.normalize("NFC").replaceAll(separators, ""), toUpperLetter).join("").normalize("NFC");
}

/** The capital of a letter, where it has exactly one of its own: ß is not SS, and dotless ı is not I. */
function toUpperLetter(letter: string): string {
  const upper = letter.toUpperCase();
  return Array.from(upper).length === 1 && upper.toLowerCase() === letter ? upper : letter;
}
