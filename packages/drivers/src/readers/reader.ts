import type { Detection } from "@gatehouse/contract/events/detection";

export type TagDetection = Extract<Detection, { kind: "tag" }>;

/** The current time, on both clocks of the server. */
export interface ReaderMoment {
  /** Wall-clock time in milliseconds since 1970, for time stamps and ids. It may step. */
  readonly wallMs: number;
  /** Monotonic milliseconds, for time limits. */
  readonly monotonicMs: number;
}

/** What a session does after it opened, received bytes or reached its deadline. */
export interface ReaderStep {
  readonly session: ReaderSession;
  /** Bytes to send to the reader, in this order. */
  readonly send: readonly Uint8Array[];
  readonly detections: readonly TagDetection[];
  /** Why something received was ignored, in one sentence; null if nothing was. */
  readonly warning: string | null;
  /** Why the connection must be closed, in one sentence; null if it stays open. A failed session does nothing more. */
  readonly failure: string | null;
}

/** The protocol state of one connection to a reader. Immutable: each call returns the next session. */
export interface ReaderSession {
  /** Whether the reader is set up and reports tags. */
  readonly isReading: boolean;
  /** The monotonic time at which `tick` is due; null if the protocol has no time limit. */
  readonly deadlineMs: number | null;
  receive(bytes: Uint8Array, now: ReaderMoment): ReaderStep;
  tick(now: ReaderMoment): ReaderStep;
  /** The bytes to send before closing the connection. */
  close(): readonly Uint8Array[];
}

/** The driver for one kind of reader. It works on a connection of either side: to the reader, or from it. */
export interface ReaderDriver {
  /** The port of readers without a configured one. */
  readonly defaultPort: number;
  /** Starts a session on a new connection. */
  open(now: ReaderMoment): ReaderStep;
}

const firstDelayMs = 1000;
const maxDelayMs = 30_000;

/**
 * The delay before the next connection attempt: doubles with each consecutive failure. `random` (0 to 1) spreads the
 * attempts to many readers that failed at the same time.
 */
export function reconnectDelayMs(failures: number, random: number): number {
  const delay = Math.min(maxDelayMs, firstDelayMs * 2 ** Math.max(0, failures - 1));
  return Math.round(delay * (0.5 + random / 2));
}
