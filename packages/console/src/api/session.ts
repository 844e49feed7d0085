import type { SignOutReason } from "@gatehouse/contract/entities/auth/auth.messages";
import { asText } from "@gatehouse/contract/fields/as-text";
import { useSyncExternalStore } from "react";

/** The signed-in user, decoded from the token. */
export interface Session {
  readonly token: string;
  readonly sessionId: string;
  readonly username: string;
  readonly passwordChanged: boolean;
  /** The person's role requires a second factor, which they have to set up first. */
  readonly isFactorMissing: boolean;
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
  /** When the person signed in. */
  readonly signedInAtMs: number;
  /** When the session ends even if it is used. */
  readonly endsAtMs: number;
}

/** Why a session ended: the user signed out, in this tab or another one, or the token expired or was rejected, with the reason if it is known. */
export type SessionEnd = "signed-out" | "signed-out-elsewhere" | "expired" | SignOutReason;

const storageKey = "gatehouse.token";
// In case the tab that replaces the session is closed before it has finished.
const maxReplaceMs = 10_000;
const changeListeners = new Set<() => void>();
const replaceListeners = new Set<() => void>();
const endListeners = new Set<(why: SessionEnd, ended: Session) => void>();
let lastEnd: SessionEnd | null = null;
let reason: string | undefined;
let current = parseSession(sessionStorage.getItem(storageKey));

/** The session, unless its token has expired. */
export function currentSession(nowMs = Date.now()): Session | null {
  return current !== null && current.expiresAtMs > nowMs ? current : null;
}

let replacedUntilMs = 0;

/** While a session is being replaced, a rejected token doesn't end it: the new token is on its way. */
export function setReplacing(isReplacing: boolean): void {
  replacedUntilMs = isReplacing ? Date.now() + maxReplaceMs : 0;
}

/** Whether the session is being replaced. */
export const isReplacing = (): boolean => Date.now() < replacedUntilMs;

/** Stores the token of a sign-in, a renewal, a password change or a switch to another person. */
export function startSession(token: string): void {
  const before = current;
  current = parseSession(token);
  lastEnd = null;
  reason = undefined;
  sessionStorage.setItem(storageKey, token);
  for (const listener of changeListeners) listener();
  if (before === null || before.sessionId === current?.sessionId) return;
  for (const listener of replaceListeners) listener();
}

/** Removes the token and notifies the listeners. The text explains an end that is not just the passing of time. */
export function endSession(why: SessionEnd, text?: string): void {
  if (current === null) return;
  const ended = current;
  const hasExpired = why === "expired" && isOver(ended);
  lastEnd = hasExpired ? (isAtMaximumAge(ended) ? "too-old" : "idle") : why;
  current = null;
  reason = text;
  sessionStorage.removeItem(storageKey);
  for (const listener of changeListeners) listener();
  for (const listener of endListeners) listener(why, ended);
}

/** Whether the token is not valid any more by this machine's clock. */
export const isOver = ({ expiresAtMs }: Session): boolean => expiresAtMs <= Date.now();

/** Whether the token ends with its session, so that it can't be renewed. */
export const isAtMaximumAge = ({ expiresAtMs, endsAtMs }: Session): boolean => endsAtMs <= expiresAtMs;

/** Why the last session in this tab ended, until the next one starts. */
export const lastSessionEnd = (): SessionEnd | null => lastEnd;

/** Subscribes to the replacement of a session by another one. Returns a function that unsubscribes. */
export function onSessionReplaced(listener: () => void): () => void {
  replaceListeners.add(listener);
  return () => replaceListeners.delete(listener);
}

/** Why the last session ended, if the server said so. */
export const endReason = (): string | undefined => reason;

/** Subscribes to the end of a session. Returns a function that unsubscribes. */
export function onSessionEnd(listener: (why: SessionEnd, ended: Session) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** The current session, as a hook. */
export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChange, () => current);
}

/** Subscribes to each start, renewal and end of a session. Returns a function that unsubscribes. */
export function onSessionChange(listener: () => void): () => void {
  changeListeners.add(listener);
  return () => changeListeners.delete(listener);
}

/** Reads the claims of a token; null if it is none. */
export function parseSession(token: string | null): Session | null {
  if (token === null) return null;
  try {
    const claims = JSON.parse(decodeBase64Url(token.split(".")[1] ?? ""));
    if (typeof claims.exp !== "number") return null;
    const issuedAtMs = typeof claims.iat === "number" ? claims.iat * 1000 : Date.now();
    return {
      token,
      sessionId: asText(claims.sid),
      username: asText(claims.name),
      passwordChanged: claims.passwordChanged !== false,
      isFactorMissing: claims.stage === "set-up",
      issuedAtMs,
      expiresAtMs: claims.exp * 1000,
      signedInAtMs: typeof claims.auth_time === "number" ? claims.auth_time * 1000 : issuedAtMs,
      endsAtMs: typeof claims.end === "number" ? claims.end * 1000 : Number.POSITIVE_INFINITY,
    };
  } catch {
    return null;
  }
}

function decodeBase64Url(part: string): string {
  const binary = atob(part.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
}
