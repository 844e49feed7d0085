import { codePointOf } from "./text.ts";

const ascii = /^[ -~]*$/;
// Symbols are kept outside of ASCII: a text with one must not equal a text without it.
/** It is no letter, although Unicode sees it as one. */
const kelvinSign = "\u212a";
const separators = /[\p{Z}\p{P}$+<=>^`|~]/gu;

/**
 * The form that matching and searching compare: upper case, without separators. Texts that look
 * different never become equal. The SQL function normalize_identifier does the same; a test compares the two.
 */
export function normalizeIdentifier(text: string): string {
  if (ascii.test(text)) return text.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  return compose(Array.from(compose(text).replaceAll(separators, ""), toUpperLetter).join(""));
}

/** Longer than any text that is compared. */
const longestNormalized = 500;

/**
 * A text in a normalization form of Unicode; a longer one unchanged. The time grows with the square of the number of
 * combining marks: 40,000 of them take half a minute.
 */
export const normalizeShort = (text: string, form: "NFC" | "NFKC" = "NFC"): string =>
  text.length > longestNormalized ? text : text.normalize(form);

/** NFC, which turns the Kelvin sign into the letter K that it only looks like: this sign stays. */
const compose = (text: string) =>
  text
    .split(kelvinSign)
    .map((part) => normalizeShort(part))
    .join(kelvinSign);

/** The upper case of a letter, if the mapping is reversible: ß does not become SS, dotless ı does not become I. */
function toUpperLetter(letter: string): string {
  const upper = letter.toUpperCase();
  return Array.from(upper).length === 1 && upper.toLowerCase() === letter ? upper : letter;
}

/** The longest plate or tag. Readers ignore a longer tag: cut, it could equal another one. */
export const maxIdentifierLength = 64;

/** The longest plate that a camera can report or that belongs to a tag. */
export const maxPlateLength = 32;

/** The error of a plate or tag of which nothing is left to compare. */
export const noLetterOrDigit = "Must have a letter or a digit";

export type IdentifierType = "LICENSE_PLATE" | "RFID";

/** The plate of a read or a record, else its tag; empty if it has neither. */
export const plateOrTagOf = (plate: string | null | undefined, tag: string | null | undefined): string =>
  plate ?? tag ?? "";

interface CharacterRule {
  readonly separator: RegExp;
  readonly words: string;
}

const rules: Record<IdentifierType, CharacterRule> = {
  LICENSE_PLATE: { separator: /^[ \p{Pd}]$/u, words: "a plate has only letters, digits, spaces and dashes" },
  RFID: { separator: /^[ -/:-@[-`{-~]$/, words: "a tag has only letters, digits and plain punctuation" },
};

const plain = /^[A-Za-z0-9 -]*$/;
const letterOrDigit = /^[\p{L}\p{Nd}]$/u;
const mark = /^[\p{Mn}\p{Mc}]$/u;
const invisible = /^[\p{Default_Ignorable_Code_Point}\p{C}\p{Z}\p{M}]$/u;

/** Describes the first forbidden character of a plate or tag; undefined if there is none. */
export function characterError(type: IdentifierType, text: string): string | undefined {
  if (plain.test(text)) return undefined;
  const { separator, words } = rules[type];
  let before = "";
  for (const character of compose(text)) {
    const isAllowed = separator.test(character) ? isPlain(character) : isWordCharacter(character, before);
    if (!isAllowed) return `Contains ${describeCharacter(character)}; ${words}`;
    before = character;
  }
  return undefined;
}

/** Excludes characters that NFKC changes, which look like others: full-width, circled, superscript, ligatures. */
const isPlain = (character: string) =>
  character.normalize("NFKC") === character && !/^\p{Default_Ignorable_Code_Point}$/u.test(character);

/** A letter, digit, or combining mark after a letter, as scripts with vowel signs need. */
function isWordCharacter(character: string, before: string): boolean {
  if (!isPlain(character)) return false;
  if (letterOrDigit.test(character)) return true;
  return mark.test(character) && (/^\p{L}$/u.test(before) || mark.test(before));
}

function describeCharacter(character: string): string {
  const code = `U+${codePointOf(character).toString(16).toUpperCase().padStart(4, "0")}`;
  return invisible.test(character) ? `the character ${code}` : `"${character}" (${code})`;
}
