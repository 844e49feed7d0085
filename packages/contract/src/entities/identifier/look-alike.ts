import { normalizeIdentifier } from "../../fields/identifier-text.ts";

/** Groups of characters that are easily confused; each is replaced by the first of its group. */
const groups = ["0OQD", "1IL", "2Z", "5S", "6G", "8B", "4A", "7T", "VUY"] as const;

const written = new Map(groups.flatMap((group) => [...group].map((character) => [character, group[0] ?? ""] as const)));

/** A key that is equal for identifiers that could be misread for each other. */
export const lookOf = (identifier: string): string =>
  [...normalizeIdentifier(identifier)].map((character) => written.get(character) ?? character).join("");
