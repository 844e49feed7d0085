import { findValue } from "../fields/words.ts";
import { type ModuleKind, moduleKinds } from "./module.ts";
import { kindByCode } from "./registry.ts";

/** The module of a code, an alias or another of the documents' names, in any case. */
export const findModule = (word: string): ModuleKind | undefined =>
  kindByCode.get(word) ?? findValue(word, moduleKinds);

/** The message for a word that names no module. */
export const unknownModule = (word: unknown): string =>
  `Unknown module "${String(word)}". Known: ${[...kindByCode.keys()].join(", ")}`;
