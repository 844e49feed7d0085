import { call } from "./call.ts";
import { currentSession, endSession, startSession } from "./session.ts";

const lookEveryMs = 5_000;

/** AUTH-7: ends an expired session and renews an active one. Returns a function that stops it. */
export function watchSession(): () => void {
  let wasActive = true;
  let renewing = false;
  const noteActivity = () => {
    wasActive = true;
  };
  const look = () => {
    const session = currentSession();
    if (session === null) return endSession("expired");
    const halfLifeMs = (session.expiresAtMs - session.issuedAtMs) / 2;
    if (!wasActive || renewing || session.expiresAtMs - Date.now() > halfLifeMs) return;
    wasActive = false;
    renewing = true;
    // A failed renewal is retried with the next activity; the current token is still valid.
    call("POST /auth/renew")
      .then(({ token }) => startSession(token))
      .catch(() => noteActivity())
      .finally(() => {
        renewing = false;
      });
  };
  const timer = setInterval(look, lookEveryMs);
  const signs = ["pointerdown", "keydown", "wheel"] as const;
  for (const sign of signs) addEventListener(sign, noteActivity, { passive: true });
  document.addEventListener("visibilitychange", look);
  return () => {
    clearInterval(timer);
    for (const sign of signs) removeEventListener(sign, noteActivity);
    document.removeEventListener("visibilitychange", look);
  };
}
