import type { Clock } from "../../platform/clock.ts";
import { refuse } from "../../platform/refusal.ts";

/** SAFE-5: a push is answered within 5 s of the time the server spends on it, whatever the database does. */
export const answerWithinMs = 4_500;

const retryAfterSeconds = 5;

/** The time in which one push must be stored. Time during which its body arrives does not count. */
export interface PushDeadline {
  /** Whether the push was refused because its time was over: it must open nothing any more. */
  isOver(): boolean;
  /** How much time was spent so far. */
  spentMs(): number;
  /** How much time is left. */
  leftMs(): number;
  /** Waits for work, and refuses the push when its time is over before. */
  within<T>(work: Promise<T>): Promise<T>;
  /** Called once when the time is over. */
  onOver(listener: () => void): void;
  /** Ends the deadline: the push is stored and will be accepted. False where it was refused already. */
  settle(): boolean;
}

/** Begins with the whole time left. */
export function createPushDeadline(clock: Pick<Clock, "monotonicMs">, totalMs: number = answerWithinMs): PushDeadline {
  const listeners: (() => void)[] = [];
  let spentMs = 0;
  let runningSince: number | undefined;
  let state: "open" | "over" | "settled" = "open";

  const elapsedMs = () => spentMs + (runningSince === undefined ? 0 : clock.monotonicMs() - runningSince);

  function expire(): void {
    if (state !== "open") return;
    state = "over";
    for (const listener of listeners) listener();
  }

  return {
    isOver: () => state === "over",
    spentMs: elapsedMs,
    leftMs: () => Math.max(0, totalMs - elapsedMs()),
    within: async (work) => {
      runningSince = clock.monotonicMs();
      let timer: NodeJS.Timeout | undefined;
      const refused = new Promise<never>((_, reject) => {
        timer = setTimeout(
          () => {
            expire();
            if (state === "over") reject(refuse("server/unavailable", { retryAfterSeconds }));
          },
          Math.max(0, totalMs - spentMs),
        );
      });
      work.catch(() => {}); // it may fail after the answer
      try {
        return await Promise.race([work, refused]);
      } finally {
        clearTimeout(timer);
        spentMs = elapsedMs();
        runningSince = undefined;
      }
    },
    onOver: (listener) => void listeners.push(listener),
    settle: () => {
      if (state === "open") state = "settled";
      return state === "settled";
    },
  };
}
