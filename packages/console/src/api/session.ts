import { useSyncExternalStore } from "react";

/** The signed-in user, decoded from the token. */
export interface Session {
  readonly token: string;
  readonly username: string;
  readonly passwordChanged: boolean;
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
}

/** Why a session ended: the user signed out, or the token expired or was rejected. */
export type SessionEnd = "signed-out" | "expired";

const storageKey = "gatehouse.token";
const changeListeners = new Set<() => void>();
const endListeners = new Set<(why: SessionEnd) => void>();
let reason: string | undefined;
let current = parseSession(sessionStorage.getItem(storageKey));

/** AUTH-7: the session, unless its token has expired. */
export function currentSession(nowMs = Date.now()): Session | null {
  return current !== null && current.expiresAtMs > nowMs ? current : null;
}

/** Stores the token of a sign-in, a renewal or a password change. */
export function startSession(token: string): void {
  current = parseSession(token);
  reason = undefined;
  sessionStorage.setItem(storageKey, token);
  for (const listener of changeListeners) listener();
}

/** Removes the token and notifies the listeners. The text explains an end that is not just the passing of time. */
export function endSession(why: SessionEnd, text?: string): void {
  if (current === null) return;
  current = null;
  reason = text;
  sessionStorage.removeItem(storageKey);
  for (const listener of changeListeners) listener();
  for (const listener of endListeners) listener(why);
}

/** AUTH-10: why the last session ended, if the server said so. */
export const endReason = (): string | undefined => reason;

/** Subscribes to the end of a session. Returns a function that unsubscribes. */
export function onSessionEnd(listener: (why: SessionEnd) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** The current session, as a hook. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, () => current);
}

function subscribe(listener: () => void): () => void {
  changeListeners.add(listener);
  return () => changeListeners.delete(listener);
}

function parseSession(token: string | null): Session | null {
  if (token === null) return null;
  try {
    const claims = JSON.parse(decodeBase64Url(token.split(".")[1] ?? ""));
    if (typeof claims.exp !== "number") return null;
    return {
      token,
      username: String(claims.name ?? ""),
      passwordChanged: claims.passwordChanged !== false,
      issuedAtMs: typeof claims.iat === "number" ? claims.iat * 1000 : Date.now(),
      expiresAtMs: claims.exp * 1000,
    };
  } catch {
    return null;
  }
}

/** Decodes base64url to UTF-8. */
function decodeBase64Url(part: string): string {
  const binary = atob(part.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
}
