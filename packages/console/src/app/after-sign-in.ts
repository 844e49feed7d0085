import { homePath } from "@gatehouse/contract/modules/registry";
import { isPage } from "./pages.ts";

/** AUTH-4, NAV-6: the first page after sign-in. */
export function pathAfterSignIn(passwordChanged: boolean, next?: string): string {
  return passwordChanged ? (parseNextPath(next, isPage) ?? homePath) : "/reset-password";
}

/** NAV-2: accepts only paths of this console, never another site. */
export function parseNextPath(next: unknown, isPage: (path: string) => boolean): string | undefined {
  if (typeof next !== "string" || !/^\/(?![/\\])/.test(next)) return undefined;
  const { origin, pathname, search, hash } = new URL(next, "https://console.invalid");
  if (origin !== "https://console.invalid" || !isPage(pathname)) return undefined;
  return pathname + search + hash;
}
