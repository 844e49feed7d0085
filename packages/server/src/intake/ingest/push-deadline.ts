import type { Clock } from "../../platform/clock.ts";
import { httpError } from "../../platform/http/http-error.ts";

/** A push gets its response within 5 s of server time, even if the database hangs. */
export const answerWithinMs = 4_500;

const retryAfterSeconds = 5;

/** The time limit for storing a push. The time its body takes to arrive does not count. */
export interface PushDeadline {
  /** Whether the push was rejected because its time was over; its events must open nothing. */
  isOver(): boolean;
  /** Server time spent so far. */
  spentMs(): number;
  /** Time left. */
  leftMs(): number;
  /** Awaits work, and rejects the push if its time is over first. */
  within<T>(work: Promise<T>): Promise<T>;
  /** Adds a listener that is called when the time is over. */
  onOver(listener: () => void): void;
  /** Ends the deadline because the push is stored. False if the push was already rejected. */
  settle(): boolean;
}

/** Creates a deadline that runs only while work is awaited. */
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
    within: (work) => {
      runningSince = clock.monotonicMs();
      return new Promise((resolve, reject) => {
        const pause = () => {
          spentMs = elapsedMs();
          runningSince = undefined;
        };
        const timer = setTimeout(
          () => {
            expire();
            if (state !== "over") return;
            pause();
            reject(httpError("server/unavailable", { retryAfterSeconds }));
          },
          Math.max(0, totalMs - spentMs),
        );
        const end = () => {
          clearTimeout(timer);
          if (runningSince !== undefined) pause();
        };
        // It may also end after the response, which has no effect.
        work.then(
          (value) => {
            end();
            resolve(value);
          },
          (error: unknown) => {
            end();
            reject(error);
          },
        );
      });
    },
    onOver: (listener) => void listeners.push(listener),
    settle: () => {
      if (state === "open") state = "settled";
      return state === "settled";
    },
  };
}
