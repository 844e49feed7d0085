import type { ListedPage } from "./page-shortcuts.ts";

/** An entry of the command palette. */
export interface PaletteChoice {
  readonly id: string;
  readonly title: string;
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

/** Whether every typed word occurs in the name of a choice. */
export const isMatch = (choice: PaletteChoice, text: string): boolean =>
  text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => nameOf(choice).toLowerCase().includes(word));
