import type * as z from "zod";

type Value = string | number;

/** Words that mean the same in the documents. A request may use any of them; responses use the contract's. */
const synonyms: readonly (readonly Value[])[] = [
  ["anpr-ac", "ac", "ANPR_ACCESS_CONTROL", "ACCESS_CONTROL"],
  ["rfid-ac", "RFID_ACCESS_CONTROL"],
  ["cc", "CAMERA_COUNTING"],
  ["loop", "LOOP_DETECTOR"],
  ["osd", "overspeed", "OVERSPEED_DETECTION"],
  ["LICENSE_PLATE", "LICENCE_PLATE", "LP"],
  ["CLOUD", "PZ"],
  ["BLM_CLOUD", "CENTRAL_SERVER", "CENTRAL_SERVER_CLOUD_SYNC"],
  ["binary", "indicator"],
  ["N", "entry"],
  ["X", "exit"],
  ["r", "red"],
  ["g", "green"],
  [0, "inactive"],
  [1, "active"],
];

const plain = (word: Value) =>
  String(word)
    .trim()
    .toUpperCase()
    .replaceAll(/[\s-]+/g, "_");
const groups = synonyms.map((words) => new Set(words.map(plain)));

/** Finds the value that a word stands for: in any case, or as a synonym; undefined if none or several fit. */
export function findValue<V extends Value>(word: unknown, values: readonly V[]): V | undefined {
  if (typeof word !== "string" && typeof word !== "number") return undefined;
  const sought = plain(word);
  const same = values.find((value) => plain(value) === sought);
  if (same !== undefined) return same;
  const group = groups.find((words) => words.has(sought));
  const fitting = values.filter((value) => group?.has(plain(value)));
  return fitting.length === 1 ? fitting[0] : undefined;
}

const ownWords = new WeakMap<z.core.$ZodType, Readonly<Record<string, Value>>>();

/** Adds words that only this field accepts, each with its value. */
export function acceptWords<S extends z.core.$ZodType>(schema: S, words: Readonly<Record<string, Value>>): S {
  ownWords.set(schema, words);
  return schema;
}

/** The value of a word that only this field accepts. */
export function findOwnValue(schema: z.core.$ZodType, word: unknown): Value | undefined {
  const words = ownWords.get(schema) ?? {};
  const known = findValue(word, Object.keys(words));
  return known === undefined ? undefined : words[known];
}
