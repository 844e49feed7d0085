import { homePath } from "@gatehouse/contract/modules/registry";
import { nextPath } from "./next-path.ts";
import { isPage } from "./pages.ts";

/** AUTH-4, NAV-6: where a person lands after signing in. */
export function afterSignIn(passwordChanged: boolean, next?: string): string {
  return passwordChanged ? (nextPath(next, isPage) ?? homePath) : "/reset-password";
}
