import type { MenuSection } from "@gatehouse/contract/modules/module";
import { Suspense } from "react";
import { lazyPart } from "../../ui/lazy-part.ts";
import { useAsk } from "../../ui/use-ask.ts";
import { closeOverlay, useOverlay } from "./overlay.ts";
import { useShortcuts } from "./use-shortcuts.ts";

const CommandPalette = lazyPart(() => import("./command-palette.tsx"));
const ShortcutsDialog = lazyPart(() => import("./shortcuts-dialog.tsx"));
const WhatIfDialog = lazyPart(() => import("../../entities/what-if/what-if-dialog.tsx"));
const PasswordDialog = lazyPart(() => import("./password-dialog.tsx"));

/** What lies over the page, loaded when it is first opened. */
export function Overlays({ sections }: { sections: readonly MenuSection[] }) {
  const overlay = useOverlay();
  const { asked, close } = useAsk();
  useShortcuts(sections);
  return (
    <Suspense>
      {asked !== undefined && <WhatIfDialog asked={asked} onClose={close} />}
      {overlay === "palette" && <CommandPalette sections={sections} onClose={closeOverlay} />}
      {overlay === "shortcuts" && <ShortcutsDialog sections={sections} onClose={closeOverlay} />}
      {overlay === "password" && <PasswordDialog onClose={closeOverlay} />}
    </Suspense>
  );
}
