import type { MenuSection } from "@gatehouse/contract/modules/module";
import { useNavigate } from "@tanstack/react-router";
import { useLayoutEffect, useRef } from "react";
import { openSwitchDialog } from "../../api/switch-dialog.ts";
import { isTyping, maxKeyGapMs } from "../../ui/shortcut-keys.ts";
import { openOverlay } from "./overlay.ts";
import { listPages } from "./page-shortcuts.ts";

/** Keyboard shortcuts of every page: Ctrl or Cmd K, Alt P, `?`, `/`, and `g` with a letter. */
export function useShortcuts(sections: readonly MenuSection[]): void {
  const navigate = useNavigate();
  const goPressedAtMs = useRef(Number.NEGATIVE_INFINITY);

  // Before the page is painted, so that no key is lost on what is visible already.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        return openOverlay("palette");
      }
      // Also over an open dialog, which covers the account menu. By its place: with Alt, a Mac types another character.
      if (event.altKey && !event.ctrlKey && !event.metaKey && event.code === "KeyP") {
        event.preventDefault();
        return openSwitchDialog();
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"]') !== null) return;
      // By the times of the keys: a busy browser may handle them later.
      const isSecond = event.timeStamp - goPressedAtMs.current < maxKeyGapMs;
      goPressedAtMs.current = Number.NEGATIVE_INFINITY;
      const page = isSecond && listPages(sections).find(({ letter }) => letter === event.key);
      if (page) return void navigate({ to: page.path });
      if (event.key === "g") goPressedAtMs.current = event.timeStamp;
      if (event.key === "?") openOverlay("shortcuts");
      if (event.key === "/") {
        event.preventDefault();
        document.querySelector<HTMLElement>("[data-search-box]")?.focus();
      }
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [navigate, sections]);
}
