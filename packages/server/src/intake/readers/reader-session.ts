import type { Socket } from "node:net";
import type { ReaderDriver, ReaderSession, ReaderStep, TagDetection } from "@gatehouse/drivers/readers/reader";
import { connectionError } from "../../alert/http-errors.ts";
import type { Clock } from "../../platform/clock.ts";

/** What happens on a connection. */
export interface SessionEvents {
  /** The reader is set up and reports tags. */
  onOnline(): void;
  onTags(detections: readonly TagDetection[]): void;
  /** Something received was ignored. */
  onWarning(text: string): void;
}

// A reader without a handshake is online once its connection has lasted this long or data has arrived.
const settleMs = 1_000;
// TCP keep-alive, for readers whose protocol has none.
const keepAliveMs = 3_000;
const maxUnsentBytes = 65_536;
const maxGoodbyeMs = 500;

/**
 * Runs the protocol on an open connection, whichever side opened it. Resolves with the reason when the connection has
 * ended; aborting the signal says goodbye and closes it.
 */
export function runReaderSession(
  socket: Socket,
  driver: ReaderDriver,
  { clock, events, signal }: { clock: Clock; events: SessionEvents; signal: AbortSignal },
): Promise<string> {
  return new Promise((resolve) => {
    let session: ReaderSession | undefined;
    let deadline: NodeJS.Timeout | undefined;
    let reason: string | undefined;
    let isOnline = false;
    let hasReceived = false;
    const settled = setTimeout(() => reportOnline(true), settleMs);
    const moment = () => ({ wallMs: clock.now().getTime(), monotonicMs: clock.monotonicMs() });

    function reportOnline(isSettled: boolean): void {
      if (isOnline || !session?.isReading || reason !== undefined || !(isSettled || hasReceived)) return;
      isOnline = true;
      events.onOnline();
    }

    function apply(step: ReaderStep): void {
      session = step.session;
      for (const bytes of step.send) socket.write(bytes);
      if (step.warning !== null) events.onWarning(step.warning);
      if (step.failure !== null) fail(step.failure);
      else if (socket.writableLength > maxUnsentBytes) fail("The reader does not read what it is sent.");
      else reportOnline(false);
      if (step.detections.length > 0) events.onTags(step.detections);
      clearTimeout(deadline);
      const { deadlineMs } = step.session;
      if (reason !== undefined || deadlineMs === null) return;
      const waitMs = Math.max(0, deadlineMs - clock.monotonicMs());
      deadline = setTimeout(() => session && apply(session.tick(moment())), waitMs);
    }

    function fail(text: string): void {
      reason ??= text;
      socket.destroy();
    }

    function close(): void {
      reason ??= "The connection was closed.";
      for (const bytes of session?.close() ?? []) socket.write(bytes);
      socket.end();
      setTimeout(() => socket.destroy(), maxGoodbyeMs).unref();
    }

    function finish(): void {
      clearTimeout(settled);
      clearTimeout(deadline);
      signal.removeEventListener("abort", close);
      resolve(reason ?? "The reader closed the connection.");
    }

    socket.setKeepAlive(true, keepAliveMs);
    socket.setNoDelay(true);
    socket.on("error", (error: NodeJS.ErrnoException) => fail(connectionError(error).detail));
    socket.on("data", (bytes: Buffer) => {
      hasReceived = true;
      if (session && reason === undefined) apply(session.receive(bytes, moment()));
    });
    socket.once("close", finish);
    signal.addEventListener("abort", close);
    apply(driver.open(moment()));
    if (signal.aborted) close();
    // The event may have preceded the listener.
    if (socket.closed) finish();
  });
}
