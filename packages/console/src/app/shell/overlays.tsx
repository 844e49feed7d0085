import type { MenuSection } from "@gatehouse/contract/modules/module";
import { Suspense, useState } from "react";
import { closeSwitchDialog, useIsSwitchDialogOpen } from "../../api/switch-dialog.ts";
import { useWhatIf } from "../../api/use-what-if.ts";
import { useBrowserNotices } from "../../entities/alert/browser-notices.ts";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import { closeOverlay, openOverlay, useOverlay } from "./overlay.ts";
import { useShortcuts } from "./use-shortcuts.ts";

const CommandPalette = lazyWithRetry(() => import("./command-palette.tsx"));
const ShortcutsDialog = lazyWithRetry(() => import("./shortcuts-dialog.tsx"));
const WhatIfDialog = lazyWithRetry(() => import("../../entities/what-if/what-if-dialog.tsx"));
const SwitchPersonDialog = lazyWithRetry(() => import("./switch-person-dialog.tsx"));
const AlertSheet = lazyWithRetry(() => import("../../entities/alert/alert-sheet.tsx"));
const BrowserNoticeWatcher = lazyWithRetry(() => import("../../entities/alert/browser-notice-watcher.tsx"));
const PasswordDialog = lazyWithRetry(() => import("../../entities/account/password-dialog.tsx"));

/** The overlays, loaded when first opened. */
export function Overlays({ sections }: { sections: readonly MenuSection[] }) {
  const overlay = useOverlay();
  const isSwitchDialogOpen = useIsSwitchDialogOpen();
  const { question, close } = useWhatIf();
  const [hasNotices] = useBrowserNotices();
  const [searched, setSearched] = useState("");
  const [hasSearchFocus, setHasSearchFocus] = useState(false);
  useShortcuts(sections);
  const closePalette = () => {
    setSearched("");
    setHasSearchFocus(false);
    closeOverlay();
  };
  return (
    <Suspense>
      {question !== undefined && <WhatIfDialog question={question} onClose={close} />}
      {overlay === "palette" && (
        <>
          {!hasSearchFocus && <TypeAhead text={searched} onType={setSearched} />}
          <Suspense>
            <CommandPalette
              sections={sections}
              text={searched}
              onType={setSearched}
              onFocus={() => setHasSearchFocus(true)}
              onClose={closePalette}
            />
          </Suspense>
        </>
      )}
      {overlay === "shortcuts" && <ShortcutsDialog sections={sections} onClose={closeOverlay} />}
      {overlay === "password" && <PasswordDialog onClose={closeOverlay} />}
      {overlay === "alerts" && <AlertSheet onClose={closeOverlay} />}
      {hasNotices && <BrowserNoticeWatcher onOpen={() => openOverlay("alerts")} />}
      {isSwitchDialogOpen && <SwitchPersonDialog onClose={closeSwitchDialog} />}
    </Suspense>
  );
}

/** Takes what is typed until the palette is loaded and has the focus. */
const TypeAhead = ({ text, onType }: { text: string; onType: (text: string) => void }) => (
  <input
    aria-label="Search"
    // biome-ignore lint/a11y/noAutofocus: stands for the input of the palette, which gets the focus.
    autoFocus
    style={{ position: "fixed", opacity: 0 }}
    value={text}
    onChange={(event) => onType(event.currentTarget.value)}
  />
);
