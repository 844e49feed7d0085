import { encodeMessage, type LlrpRequestKind } from "../../src/readers/llrp-message.ts";
import type { ReaderTime, TagReport } from "../../src/readers/llrp-tag-report.ts";
import type { ReaderMoment, ReaderSession, ReaderStep, TagDetection } from "../../src/readers/reader.ts";
import { readerDrivers } from "../../src/readers/registry.ts";

export const startMs = Date.UTC(2026, 10, 15, 12);

/** The time this many milliseconds after the start; the monotonic clock has another zero point. */
export const after = (ms: number): ReaderMoment => ({ wallMs: startMs + ms, monotonicMs: 5000 + ms });
export const start = after(0);
export const utc = (ms: number): ReaderTime => ({ clock: "utc", micros: BigInt(ms) * 1000n });

/** The requests that set up a reader, in the order that the client sends them. */
export const setupRequests = [
  "set-reader-config",
  "delete-rospec",
  "add-rospec",
  "enable-rospec",
  "start-rospec",
] as const satisfies readonly LlrpRequestKind[];

export const tagOf = (epc: string, more: Partial<TagReport> = {}): TagReport => ({
  epc,
  antenna: 1,
  peakRssi: -55,
  firstSeen: utc(startMs),
  lastSeen: utc(startMs),
  seenCount: 1,
  ...more,
});

export const connectionEvent = (connection: number, time: ReaderTime | null = utc(startMs)) =>
  encodeMessage(100, { kind: "reader-event", time, connection, isClosing: false });

export const response = (index: number, code = 0, description = "") => {
  const to = setupRequests[index];
  if (to === undefined) throw new Error(`There is no request ${index}.`);
  return encodeMessage(index + 1, { kind: "response", to, status: { code, description } });
};

export const keepalive = (id: number) => encodeMessage(id, { kind: "keepalive" });
export const tagReport = (...tags: readonly TagReport[]) => encodeMessage(200, { kind: "tag-report", tags });

/** Every message of a reader from the connection to the first tags. */
export const readerStream = (...tags: readonly TagReport[]) =>
  Buffer.concat([
    connectionEvent(0),
    ...setupRequests.map((_, index) => response(index)),
    keepalive(300),
    ...tags.map((tag) => tagReport(tag)),
    keepalive(301),
  ]);

interface Fed {
  readonly session: ReaderSession;
  readonly sent: Buffer;
  readonly detections: readonly TagDetection[];
  readonly warnings: readonly string[];
  readonly failure: string | null;
}

/** Feeds bytes in pieces and collects everything that the session does. */
export function feed(session: ReaderSession, pieces: readonly Uint8Array[], now = start): Fed {
  const all: ReaderStep[] = [];
  let next = session;
  for (const piece of pieces) {
    const step = next.receive(piece, now);
    all.push(step);
    next = step.session;
  }
  return {
    session: next,
    sent: Buffer.concat(all.flatMap(({ send }) => send)),
    detections: all.flatMap(({ detections }) => detections),
    warnings: all.flatMap(({ warning }) => warning ?? []),
    failure: all.at(-1)?.failure ?? null,
  };
}

/** A session that is set up and reads tags. */
export function readingSession(now = start): ReaderSession {
  const { session } = feed(readerDrivers.llrp.open(now).session, [readerStream()], now);
  return session;
}
