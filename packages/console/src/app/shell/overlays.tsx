import type { MenuSection } from "@gatehouse/contract/modules/module";
import { useNavigate } from "@tanstack/react-router";
import { Suspense, useLayoutEffect, useRef, useState } from "react";
import { useBrowserNotices } from "../../alert/alerts/browser-notices.ts";
import { closeSwitchDialog, openSwitchDialog, useIsSwitchDialogOpen } from "../../api/switch-dialog.ts";
import { useWhatIf } from "../../api/use-what-if.ts";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import { isTyping, maxKeyGapMs } from "../../ui/shortcut-keys.ts";
import { useFocusReturn } from "../../ui/use-focus-return.ts";
import { closeOverlay, openOverlay, useOverlay } from "./overlay.ts";
import { listPages } from "./page-shortcuts.ts";

const CommandPalette = lazyWithRetry(() => import("./command-palette.tsx"));
const ShortcutsDialog = lazyWithRetry(() => import("./shortcuts-dialog.tsx"));
const WhatIfDialog = lazyWithRetry(() => import("../../access/rules/what-if-dialog.tsx"));
const SwitchPersonDialog = lazyWithRetry(() => import("./switch-person-dialog.tsx"));
const AlertSheet = lazyWithRetry(() => import("../../alert/alerts/alert-sheet.tsx"));
const BrowserNoticeWatcher = lazyWithRetry(() => import("../../alert/alerts/browser-notice-watcher.tsx"));
const PasswordDialog = lazyWithRetry(() => import("../../people/account/password-dialog.tsx"));

/** The overlays, loaded when first opened. */
export function Overlays({ sections }: { sections: readonly MenuSection[] }) {
  const overlay = useOverlay();
  const isSwitchDialogOpen = useIsSwitchDialogOpen();
  const { question, close } = useWhatIf();
  const [hasNotices] = useBrowserNotices();
  useShortcuts(sections);
  return (
    <Suspense>
      {question !== undefined && <WhatIfDialog question={question} onClose={close} />}
      {overlay === "palette" && <Palette sections={sections} />}
      {overlay === "shortcuts" && <ShortcutsDialog sections={sections} onClose={closeOverlay} />}
      {overlay === "password" && <PasswordDialog onClose={closeOverlay} />}
      {overlay === "alerts" && <AlertSheet onClose={closeOverlay} />}
      {hasNotices && <BrowserNoticeWatcher onOpen={() => openOverlay("alerts")} />}
      {isSwitchDialogOpen && <SwitchPersonDialog onClose={closeSwitchDialog} />}
    </Suspense>
  );
}

/** The command palette. An invisible input takes what is typed until it is loaded and has the focus. */
function Palette({ sections }: { sections: readonly MenuSection[] }) {
  const [searched, setSearched] = useState("");
  const [hasSearchFocus, setHasSearchFocus] = useState(false);
  const typeAhead = useRef<HTMLInputElement>(null);
  // Before the input takes the focus, which is returned to where it was.
  useFocusReturn(true);
  useLayoutEffect(() => typeAhead.current?.focus(), []);
  return (
    <>
      {!hasSearchFocus && (
        <input
          ref={typeAhead}
          aria-label="Search"
          style={{ position: "fixed", opacity: 0 }}
          value={searched}
          onChange={(event) => setSearched(event.currentTarget.value)}
        />
      )}
      <Suspense>
        <CommandPalette
          sections={sections}
          text={searched}
          onType={setSearched}
          onFocus={() => setHasSearchFocus(true)}
          onClose={closeOverlay}
        />
      </Suspense>
    </>
  );
}

/** Keyboard shortcuts of every page: Ctrl or Cmd K, Alt P, `?`, `/`, and `g` with a letter. */
function useShortcuts(sections: readonly MenuSection[]): void {
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
