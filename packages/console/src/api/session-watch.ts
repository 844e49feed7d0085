import type { SignOutReason } from "@gatehouse/contract/entities/auth/auth.messages";
import { sessionLimits } from "@gatehouse/contract/session-limits";
import { useSyncExternalStore } from "react";
import { call } from "./call.ts";
import { currentSession, endSession, isAtMaximumAge, type Session, startSession } from "./session.ts";

const checkIntervalMs = 5_000;

/** When and why the session will end. */
export interface SignOutWarning {
  readonly why: Exclude<SignOutReason, "disabled">;
  readonly atMs: number;
}

const listeners = new Set<() => void>();
let warning: SignOutWarning | null = null;

/** Set shortly before the session ends. */
export function useSignOutWarning(): SignOutWarning | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => warning,
  );
}

function warnAbout(session: Session | null): void {
  const next = session && toWarning(session);
  if (next?.atMs === warning?.atMs) return;
  warning = next;
  for (const listener of listeners) listener();
}

function toWarning(session: Session): SignOutWarning | null {
  const isOld = isAtMaximumAge(session);
  const leadMs = isOld ? sessionLimits.maxAgeWarningMs : sessionLimits.idleWarningMs;
  if (session.expiresAtMs - Date.now() > leadMs) return null;
  return { why: isOld ? "too-old" : "idle", atMs: session.expiresAtMs };
}

/**
 * Ends an expired session and renews one that is used. Only input counts as use: the page also calls
 * the server while no one is there. Returns a function that stops it.
 */
export function watchSession(): () => void {
  let wasActive = true;
  let renewing = false;
  // The clocks of browser and server may differ, so only the first age is computed from the token.
  const age = Math.max(0, Date.now() - (currentSession()?.issuedAtMs ?? 0));
  let renewedAtMs = performance.now() - age;
  const noteActivity = () => {
    wasActive = true;
    if (warning?.why === "idle") check();
  };
  const check = () => {
    const session = currentSession();
    warnAbout(session);
    if (session === null) return endSession("expired");
    if (!wasActive || renewing || performance.now() - renewedAtMs < sessionLimits.lastSeenIntervalMs) return;
    wasActive = false;
    renewing = true;
    call("POST /auth/renew")
      .then(({ token }) => {
        renewedAtMs = performance.now();
        // Unless somebody switched to another person meanwhile.
        if (currentSession()?.sessionId === session.sessionId) startSession(token);
        warnAbout(currentSession());
      })
      // The next check retries; the current token is still valid.
      .catch(() => {
        wasActive = true;
      })
      .finally(() => {
        renewing = false;
      });
  };
  const timer = setInterval(check, checkIntervalMs);
  const activityEvents = ["pointerdown", "keydown", "wheel", "click"] as const;
  for (const name of activityEvents) addEventListener(name, noteActivity, { passive: true });
  document.addEventListener("visibilitychange", check);
  return () => {
    warnAbout(null);
    clearInterval(timer);
    for (const name of activityEvents) removeEventListener(name, noteActivity);
    document.removeEventListener("visibilitychange", check);
  };
}
