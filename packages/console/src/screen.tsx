import "./ui/fonts/inter.css";

import { screenKeyPrefix, screenPagePath } from "@gatehouse/contract/entities/display/display-page";
import { createRoot } from "react-dom/client";
import type { ScreenAccess } from "./screens/screen-link.ts";
import { ScreenPage } from "./screens/screen-page.tsx";

/** Reads the display and its key from the link; undefined if one is missing. */
function readAccess(): ScreenAccess | undefined {
  const key = location.hash.slice(1);
  const uid = decodePath(location.pathname.slice(screenPagePath.length + 1));
  if (!key.startsWith(screenKeyPrefix) || !uid) return undefined;
  // Not randomUUID, which needs HTTPS.
  const screen = crypto.getRandomValues(new Uint32Array(4)).join("-");
  return { uid, key, screen };
}

function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

// The browser doesn't load the page again when only the fragment changes.
addEventListener("hashchange", () => location.reload());

createRoot(document.querySelector("#root") as HTMLElement).render(<ScreenPage access={readAccess()} />);
