import { signInPaths } from "@gatehouse/contract/sign-in-paths";

export interface Place {
  readonly pathname: string;
  readonly search: object;
}

/** A navigation. */
export interface Move {
  readonly current: Place;
  readonly next: Place;
  /** Whether the browser's own buttons caused it. */
  readonly isBack: boolean;
}

/** The open record that the URL names; adding another kind of record is the same one. */
const openRecord = ({ search }: Place): string =>
  String("open" in search ? search.open : "").replace(/\.new-.*$/s, ".new");

/** Pages before sign-in: the session has ended, so nothing can be saved any more. */
const isSignedOut = ({ pathname }: Place) => pathname === signInPaths.signIn || pathname === signInPaths.resetPassword;

/** Whether the page is left. */
export const leavesPage = ({ current, next }: Move): boolean =>
  current.pathname !== next.pathname && !isSignedOut(next);

/** Whether the page is left, or the list on it shows other records. */
export const leavesList = (move: Move): boolean => leavesPage(move) || listOf(move.current) !== listOf(move.next);

function listOf({ search }: Place): string {
  const { q = "", page = 1, tab = "" } = search as { q?: unknown; page?: unknown; tab?: unknown };
  return JSON.stringify([String(q), Number(page), String(tab)]);
}

/**
 * Whether a dialog is left, other than by closing it, which asks itself, or by saving. A record that is opened inside the
 * open one does not leave it.
 */
export function leavesDialog(move: Move): boolean {
  if (leavesPage(move)) return true;
  const [from, to] = [openRecord(move.current), openRecord(move.next)];
  if (to === from || to.startsWith(`${from}.`)) return false;
  return move.isBack || !(to === "" || from.startsWith(`${to}.`));
}

/** Whether a record that is expanded on its page is left or collapsed. */
export const leavesRecord =
  (key: string) =>
  (move: Move): boolean =>
    leavesPage(move) || (!isSignedOut(move.next) && !`.${openRecord(move.next)}.`.includes(`.${key}.`));
