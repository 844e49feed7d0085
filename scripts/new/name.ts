import { ScaffoldError } from "./plan.ts";

/** One name in every spelling that the templates use. */
export interface Name {
  /** parking-area: files, folders and driver names. */
  readonly kebab: string;
  /** parkingArea: values. */
  readonly camel: string;
  /** ParkingArea: types and components. */
  readonly pascal: string;
  /** parking_area: tables and vendor codes. */
  readonly snake: string;
  /** PARKING_AREA: codes of modules and reports. */
  readonly constant: string;
  /** parking area: inside sentences. */
  readonly words: string;
  /** Parking area: at the start of sentences. */
  readonly sentence: string;
  /** Parking Area: titles. */
  readonly title: string;
}

const pattern = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const maxLength = 40;

// JavaScript keywords and literals that cannot be identifiers.
const reserved = new Set(
  `await break case catch class const continue debugger default delete do else enum export extends false finally for
   function if import in instanceof interface let new null package private protected public return static super switch
   this throw true try typeof undefined var void while with yield`.split(/\s+/),
);

/** Parses a name given on the command line. */
export function parseName(text: string): Name {
  if (!pattern.test(text) || text.length > maxLength) {
    throw new ScaffoldError(
      `"${text}" is not a valid name. Use lowercase letters, digits and single dashes, such as "parking-area".`,
    );
  }
  if (reserved.has(text)) throw new ScaffoldError(`"${text}" is a reserved word. Choose another name.`);
  const words = text.split("-");
  const capitalized = words.map(capitalize);
  return {
    kebab: text,
    camel: (words[0] ?? "") + capitalized.slice(1).join(""),
    pascal: capitalized.join(""),
    snake: words.join("_"),
    constant: words.join("_").toUpperCase(),
    words: words.join(" "),
    sentence: capitalize(words.join(" ")),
    title: capitalized.join(" "),
  };
}

/** The plural of a name, for paths, tables and titles. */
export function plural(name: Name): Name {
  return parseName(pluralWord(name.kebab));
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function pluralWord(word: string): string {
  if (/[^aeiou]y$/.test(word)) return word.replace(/y$/, "ies");
  if (/(s|x|z|ch|sh)$/.test(word)) return `${word}es`;
  return `${word}s`;
}
