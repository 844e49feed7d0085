import { asText } from "@gatehouse/contract/fields/as-text";
import type { ListedPage } from "./page-shortcuts.ts";

/** An entry of the command palette. */
export interface PaletteChoice {
  readonly id: string;
  readonly title: string;
  /** Other words by which it is found. */
  readonly words?: string | undefined;
  /** The section of a page, or the kind of a record. */
  readonly section: string | undefined;
  /** Tells records apart. */
  readonly detail?: string;
  readonly letter?: ListedPage["letter"];
  /** The palette is replaced by a dialog, for the reason of a command. */
  readonly staysOpen?: boolean;
  readonly run: () => void;
}

const nameOf = ({ section, title }: PaletteChoice) => [section, title].filter(Boolean).join(" / ");

/** E-mail is found as email, too. */
const plain = (text: string): string => text.toLowerCase().replaceAll("-", "");

function hasWords(name: string, text: string): boolean {
  const sought = plain(name);
  return plain(text)
    .split(/\s+/)
    .every((word) => sought.includes(word));
}

/** Whether every typed word occurs in the name of a choice. */
export const isMatch = (choice: PaletteChoice, text: string): boolean => hasWords(nameOf(choice), text);

/** The choices whose name has every typed word, then those that are found by other words. */
export function rankMatches(choices: readonly PaletteChoice[], text: string): PaletteChoice[] {
  const named = choices.filter((choice) => isMatch(choice, text));
  const others = choices.filter(
    (choice) => !named.includes(choice) && hasWords(`${nameOf(choice)} ${asText(choice.words)}`, text),
  );
  return [...named, ...others];
}
