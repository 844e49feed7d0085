import { startPath } from "@gatehouse/contract/modules/start-path";
import { signInPaths } from "@gatehouse/contract/sign-in-paths";
import type { Session } from "../api/session.ts";
import { isPage } from "./pages.ts";

/** The first page after sign-in. */
export function pathAfterSignIn(session: Session | null, next?: string): string {
  if (session?.passwordChanged === false) return signInPaths.resetPassword;
  if (session?.isFactorMissing) return signInPaths.setUpFactor;
  return parseNextPath(next, isPage) ?? startPath;
}

/** Accepts only paths of this console, never another site. */
export function parseNextPath(next: unknown, isPage: (path: string) => boolean): string | undefined {
  if (typeof next !== "string" || !/^\/(?![/\\])/.test(next)) return undefined;
  const { origin, pathname, search, hash } = new URL(next, "https://console.invalid");
  if (origin !== "https://console.invalid" || !isPage(pathname)) return undefined;
  return pathname + search + hash;
}
