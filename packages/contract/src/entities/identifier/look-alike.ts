import { normalizeIdentifier } from "../../fields/identifier-text.ts";

/** Characters that cameras and people take for one another; each group is written as its first. */
const groups = ["0OQD", "1IL", "2Z", "5S", "6G", "8B", "4A", "7T", "VUY"] as const;

const written = new Map(groups.flatMap((group) => [...group].map((character) => [character, group[0] ?? ""] as const)));

/** What an identifier looks like: two that look the same could be misread for each other. */
export const lookOf = (identifier: string): string =>
  [...normalizeIdentifier(identifier)].map((character) => written.get(character) ?? character).join("");
