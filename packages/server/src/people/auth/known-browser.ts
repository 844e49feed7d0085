import { createHash, randomUUID } from "node:crypto";
import type { Cookie } from "../../platform/http/cookies.ts";
import type { SignedText } from "../../platform/security/signed-text.ts";

/** A browser that signed in to an account before, identified by a signed cookie. */
export interface KnownBrowser {
  readonly id: string;
  /** The fingerprint of the password with which it signed in. */
  readonly fingerprint: string;
}

export const browserCookiePrefix = "gatehouse-browser-";

const path = "/api/auth";
const nameLength = 12;
// The maximum that browsers allow.
const cookieSeconds = 400 * 86_400;

/** Changes with the password, so that a password change invalidates the cookies. */
export const passwordFingerprint = (passwordHash: string): string =>
  createHash("sha256").update(passwordHash).digest("base64url").slice(0, 22);

const purpose = "browser";
const accountOf = (username: string) => username.toLowerCase();

/** The cookie of a browser that just signed in. Its name differs for each account and each installation. */
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
    seconds: cookieSeconds,
  };
}

/** Finds the browser in the account's cookie, if there is one. */
export function findKnownBrowser(
  cookies: readonly string[],
  username: string,
  tickets: SignedText,
): KnownBrowser | undefined {
  for (const cookie of cookies) {
    const [cookiePurpose, account, id, fingerprint] = parseParts(tickets.read(cookie));
    if (cookiePurpose === purpose && account === accountOf(username) && id && fingerprint) return { id, fingerprint };
  }
  return undefined;
}

/** Signed texts for other purposes aren't JSON. */
function parseParts(text: string | undefined): string[] {
  if (!text?.startsWith(`["${purpose}",`)) return [];
  return JSON.parse(text) as string[];
}
