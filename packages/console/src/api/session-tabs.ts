import { signedOutElsewhere } from "@gatehouse/contract/entities/auth/auth.messages";
import { call } from "./call.ts";
import {
  currentSession,
  endReason,
  endSession,
  isOver,
  onSessionChange,
  onSessionEnd,
  parseSession,
  type Session,
  type SessionEnd,
  startSession,
} from "./session.ts";

/** What the tabs of a browser send each other about their session. */
type Message =
  | { readonly kind: "wanted" }
  /** A session that another tab may continue: its answer, a sign-in or a renewal. */
  | { readonly kind: "held"; readonly token: string }
  | { readonly kind: "ended"; readonly token: string; readonly why: SessionEnd; readonly text: string | undefined };

/** A tab that does not answer within this time is frozen; its session is still taken over when it answers later. */
const maxResponseMs = 200;

/**
 * Shares the session with the other tabs of this browser. The token stays in each tab's sessionStorage: a tab without one
 * asks the others, a renewal is passed on, and a sign-out ends all. Returns a function that waits for a session of
 * another tab.
 */
export function shareSession({ onTaken }: { onTaken: () => void }): () => Promise<void> {
  const channel = new BroadcastChannel("gatehouse.session");
  const post = (message: Message) => channel.postMessage(message);
  let isFollowing = false;
  /** The last session that ended here: a tab that does not know it yet would return it. */
  let rejected: Session | undefined;
  let onAnswer = () => {};

  const follow = (change: () => void) => {
    isFollowing = true;
    change();
    isFollowing = false;
  };

  const hold = (session: Session | null) => {
    // The others do not need a session that is not complete.
    if (session === null || isOver(session) || !session.passwordChanged || session.isFactorMissing) return;
    post({ kind: "held", token: session.token });
  };

  function take(token: string): void {
    const own = currentSession();
    const held = parseSession(token);
    if (held === null || isOver(held)) return;
    if (held.sessionId === rejected?.sessionId && held.issuedAtMs <= rejected.issuedAtMs) return;
    const isRenewed = held.sessionId === own?.sessionId && held.issuedAtMs > own.issuedAtMs;
    if (own !== null && !isRenewed) return;
    follow(() => startSession(token));
    onAnswer();
    if (own === null) onTaken();
  }

  function end({ token, why, text }: Extract<Message, { kind: "ended" }>): void {
    const [own, ended] = [currentSession(), parseSession(token)];
    if (own === null || ended === null) return;
    const isSame = own.sessionId === ended.sessionId;
    // A session of its own continues, unless the person signed out.
    if (why !== "signed-out" && (!isSame || own.issuedAtMs > ended.issuedAtMs)) return;
    if (!isSame) void call("POST /auth/logout").catch(() => undefined);
    if (why === "signed-out") follow(() => endSession("signed-out-elsewhere", signedOutElsewhere));
    else follow(() => endSession(why, text));
  }

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === "wanted") hold(currentSession());
    else if (data.kind === "held") take(data.token);
    else end(data);
  };
  onSessionChange(() => {
    if (!isFollowing) hold(currentSession());
  });
  onSessionEnd((why, ended) => {
    // A tab that slept may not know of a renewal.
    const isSignedOut = why === "signed-out" || why === "signed-out-elsewhere";
    const isRejected = !isOver(ended) || isSignedOut;
    if (isRejected) rejected = ended;
    if (isRejected && !isFollowing) post({ kind: "ended", token: ended.token, why, text: endReason() });
    if (!isSignedOut) post({ kind: "wanted" });
  });
  // In the browser's cache, a page receives no messages.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) post({ kind: "wanted" });
  });

  return () =>
    new Promise((resolve) => {
      onAnswer = resolve;
      setTimeout(resolve, maxResponseMs);
      post({ kind: "wanted" });
    });
}
