import { ScaffoldFault } from "./plan.ts";

/** One name in every spelling that the templates need. */
export interface Name {
  /** parking-area: files and folders. */
  readonly kebab: string;
  /** parkingArea: values. */
  readonly camel: string;
  /** ParkingArea: types and components. */
  readonly pascal: string;
  /** parking_area: vendor codes. */
  readonly snake: string;
  /** PARKING_AREA: codes of modules and reports. */
  readonly constant: string;
  /** parking area: sentences. */
  readonly words: string;
  /** Parking Area: headings. */
  readonly title: string;
}

const pattern = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const longest = 40;

// A value cannot be called one of these.
const reserved = new Set(
  `await break case catch class const continue debugger default delete do else enum export extends false finally for
   function if import in instanceof interface let new null package private protected public return static super switch
   this throw true try typeof undefined var void while with yield`.split(/\s+/),
);

/** Reads a name as it is typed; refuses one that no file or value could have. */
export function readName(text: string): Name {
  if (!pattern.test(text) || text.length > longest) {
    throw new ScaffoldFault(`"${text}" is not a name like "parking-area": small letters, digits and single dashes.`);
  }
  if (reserved.has(text)) throw new ScaffoldFault(`"${text}" is a word of the language and cannot be a name.`);
  const words = text.split("-");
  const capital = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return {
    kebab: text,
    camel: (words[0] ?? "") + capital.slice(1).join(""),
    pascal: capital.join(""),
    snake: words.join("_"),
    constant: words.join("_").toUpperCase(),
    words: words.join(" "),
    title: capital.join(" "),
  };
}

/** The name of many, for paths, tables and headings. */
export function plural(name: Name): Name {
  return readName(pluralWord(name.kebab));
}

function pluralWord(word: string): string {
  if (/[^aeiou]y$/.test(word)) return word.replace(/y$/, "ies");
  if (/(s|x|z|ch|sh)$/.test(word)) return `${word}es`;
  return `${word}s`;
}
