import { createHash, randomUUID } from "node:crypto";
import type { Cookie } from "../platform/http/cookies.ts";
import type { SignedText } from "../platform/security/signed-text.ts";

/** A browser that signed in to an account before, as its signed cookie says. */
export interface KnownBrowser {
  readonly id: string;
  /** Of the password with which it signed in. */
  readonly passwordMark: string;
}

/** The names of these cookies begin so. */
export const browserCookiePrefix = "gatehouse-browser-";

const path = "/api/auth";
const nameLength = 12;
// The longest that browsers keep a cookie.
const keptSeconds = 400 * 86_400;

/** Changes with the password: who once knew it has nothing from an old cookie. */
export const passwordFingerprint = (passwordHash: string): string =>
  createHash("sha256").update(passwordHash).digest("base64url").slice(0, 22);

const purpose = "browser";
const accountOf = (username: string) => username.toLowerCase();

/** The cookie of a browser that just signed in. Each account has its own, as has each server of a machine. */
export function browserCookie(
  tickets: SignedText,
  account: { username: string; passwordHash: string },
  known: KnownBrowser | undefined,
): Cookie {
  const name = accountOf(account.username);
  const parts = [purpose, name, known?.id ?? randomUUID(), passwordFingerprint(account.passwordHash)];
  return {
    name: browserCookiePrefix + tickets.sign(JSON.stringify(["browser-name", name])).slice(0, nameLength),
    value: tickets.sign(JSON.stringify(parts)),
    path,
    seconds: keptSeconds,
  };
}

/** The browser as the account's cookie names it, if there is one. */
export function findKnownBrowser(
  cookies: readonly string[],
  username: string,
  tickets: SignedText,
): KnownBrowser | undefined {
  for (const cookie of cookies) {
    const [its, account, id, passwordMark] = partsOf(tickets.read(cookie));
    if (its === purpose && account === accountOf(username) && id && passwordMark) return { id, passwordMark };
  }
  return undefined;
}

/** Other signed texts are no JSON. */
function partsOf(text: string | undefined): string[] {
  if (!text?.startsWith(`["${purpose}",`)) return [];
  return JSON.parse(text) as string[];
}
