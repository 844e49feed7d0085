import { useBlocker } from "@tanstack/react-router";
import { askToLeave } from "./ask-to-leave.ts";
import { leavesDialog, leavesList, leavesPage, leavesRecord } from "./leaving.ts";

interface UnsavedGuardProps {
  /** What holds the input: the page, a list on it, a dialog, or an expanded record, as the URL names it. */
  of?: "page" | "list" | "dialog" | { readonly record: string };
  /** Whether there is unsaved input now; by default always, for a guard that is rendered only then. */
  isChanged?: (() => boolean) | undefined;
}

const leaves = { page: leavesPage, list: leavesList, dialog: leavesDialog };

/** The navigation that the person allowed: several forms of a page ask only once. */
let allowed: string | undefined;

/** Asks before unsaved input is lost by navigation or by closing the browser's tab. Renders nothing. */
export function UnsavedGuard({ of = "page", isChanged = () => true }: UnsavedGuardProps) {
  const isLeaving = typeof of === "object" ? leavesRecord(of.record) : leaves[of];
  useBlocker({
    enableBeforeUnload: isChanged,
    shouldBlockFn: async ({ current, next, action }) => {
      const isBack = action !== "PUSH" && action !== "REPLACE";
      if (!isChanged() || !isLeaving({ current, next, isBack })) return false;
      const target = JSON.stringify([next.pathname, next.search]);
      if (allowed === target) return false;
      if (!(await askToLeave("You have unsaved changes. Leave anyway?"))) return true;
      allowed = target;
      setTimeout(() => {
        allowed = undefined;
      });
      return false;
    },
  });
  return null;
}
