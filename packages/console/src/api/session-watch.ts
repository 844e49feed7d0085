import { call } from "./call.ts";
import { currentSession, endSession, startSession } from "./session.ts";

const checkIntervalMs = 5_000;

/** AUTH-7: ends an expired session and renews an active one. Returns a function that stops it. */
export function watchSession(): () => void {
  let wasActive = true;
  let renewing = false;
  const noteActivity = () => {
    wasActive = true;
  };
  const check = () => {
    const session = currentSession();
    if (session === null) return endSession("expired");
    const halfLifeMs = (session.expiresAtMs - session.issuedAtMs) / 2;
    if (!wasActive || renewing || session.expiresAtMs - Date.now() > halfLifeMs) return;
    wasActive = false;
    renewing = true;
    // A failed renewal is retried with the next activity; the current token is still valid.
    call("POST /auth/renew")
      .then(({ token }) => {
        // AUTH-14: unless somebody switched to another person meanwhile.
        if (currentSession()?.sessionId === session.sessionId) startSession(token);
      })
      .catch(() => noteActivity())
      .finally(() => {
        renewing = false;
      });
  };
  const timer = setInterval(check, checkIntervalMs);
  const activityEvents = ["pointerdown", "keydown", "wheel"] as const;
  for (const name of activityEvents) addEventListener(name, noteActivity, { passive: true });
  document.addEventListener("visibilitychange", check);
  return () => {
    clearInterval(timer);
    for (const name of activityEvents) removeEventListener(name, noteActivity);
    document.removeEventListener("visibilitychange", check);
  };
}
