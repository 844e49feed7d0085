import { askYesNo } from "./yes-no.ts";

/** Asks before a dialog or sheet with unsaved input closes. */
export const askToClose = (text = "You have unsaved changes. Close anyway?"): Promise<boolean> => askYesNo(text);

/** Asks before unsaved input is replaced by other values. */
export const askToReplace = (): Promise<boolean> => askYesNo("You have unsaved changes. Replace them?");

let latest: object | undefined;

/**
 * Asks before a navigation. If Back is pressed again meanwhile, the router asks about both steps together and undoes both.
 * The first question must then have no answer: the router would undo its step twice.
 */
export async function askToLeave(text: string): Promise<boolean> {
  const own = {};
  latest = own;
  const response = await askYesNo(text);
  return latest === own ? response : new Promise(() => {});
}
