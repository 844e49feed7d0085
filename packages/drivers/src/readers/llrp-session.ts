import { assertFound } from "@gatehouse/contract/assert-found";
import { maxIdentifierLength } from "@gatehouse/contract/fields/identifier-text";
import { toAntennaSource } from "../antenna.ts";
import { hashId } from "../event-id.ts";
import { toQuote } from "../hardware-transport.ts";
import { type LlrpFrame, splitFrames } from "./llrp-frame.ts";
import {
  encodeMessage,
  type LlrpContent,
  type LlrpRequestKind,
  type LlrpStatus,
  parseMessage,
} from "./llrp-message.ts";
import type { ReaderTime, TagReport } from "./llrp-tag-report.ts";
import type { ReaderDriver, ReaderMoment, ReaderSession, ReaderStep, TagDetection } from "./reader.ts";
import { noReads, type RecentReads, removeRepeats } from "./repeated-reads.ts";

/** The difference between the monotonic clock of the server and a clock of the reader. */
interface ClockOffset {
  readonly clock: ReaderTime["clock"];
  readonly ms: number;
}

/** The offset of a reader whose clock shows this time now. */
const offsetOf = (time: ReaderTime, now: ReaderMoment): ClockOffset => ({
  clock: time.clock,
  ms: now.monotonicMs - toMs(time),
});

/** Corrects the offset if a tag would have been read in the future: then the reader's clock was set forward. */
function correctOffset(offset: ClockOffset | null, tag: TagReport, now: ReaderMoment): ClockOffset | null {
  const time = timeOf(tag);
  if (offset === null || time?.clock !== offset.clock) return offset;
  return { ...offset, ms: Math.min(offset.ms, now.monotonicMs - toMs(time)) };
}

/** The detections of a report. */
function toDetections(
  tags: readonly TagReport[],
  offset: ClockOffset | null,
  now: ReaderMoment,
): { reads: readonly TagDetection[]; warning: string | null } {
  const reads = tags.filter(({ epc }) => epc !== "" && epc.length <= maxIdentifierLength);
  return {
    reads: reads.map((tag) => toDetection(tag, offset, now)),
    warning:
      reads.length === tags.length
        ? null
        : `The reader sent a tag without or with more than ${maxIdentifierLength} digits.`,
  };
}

function toDetection(tag: TagReport, offset: ClockOffset | null, now: ReaderMoment): TagDetection {
  const { epc, antenna } = tag;
  const time = timeOf(tag);
  const source = antenna === null ? null : toAntennaSource(antenna);
  const timeKey = time === null ? `received ${now.wallMs}` : `${time.clock} ${time.micros}`;
  return {
    kind: "tag",
    eventId: hashId("llrp", epc, source, timeKey),
    source,
    at: toDate(time, offset, now),
    tag: epc,
    direction: null,
  };
}

const timeOf = ({ firstSeen, lastSeen }: TagReport) => firstSeen ?? lastSeen;

/** A reader's clock is often wrong, so its times are corrected by the time it sent when the connection opened. */
function toDate(time: ReaderTime | null, offset: ClockOffset | null, now: ReaderMoment): Date | null {
  if (time === null) return null;
  if (offset?.clock === time.clock) {
    const ageMs = now.monotonicMs - (toMs(time) + offset.ms);
    return new Date(now.wallMs - ageMs);
  }
  return time.clock === "utc" ? new Date(toMs(time)) : null;
}

const toMs = ({ micros }: ReaderTime) => Number(micros / 1000n);

/** How often the reader sends a keep-alive. */
export const keepaliveMs = 2500;
/** A reader that sends nothing for this long is offline. */
export const maxSilenceMs = 3 * keepaliveMs;
/** Time limit for the connection event and for each response. */
export const maxResponseMs = 4000;

const roSpecId = 1;
const allRoSpecs = 0;

/** The requests that set up a reader, in this order. */
const setup = [
  { kind: "set-reader-config", keepaliveMs },
  { kind: "delete-rospec", roSpecId: allRoSpecs },
  { kind: "add-rospec", roSpecId },
  { kind: "enable-rospec", roSpecId },
  { kind: "start-rospec", roSpecId },
] as const;

/** Some readers report an error if there is no ROSpec to delete. */
const mayFail: readonly LlrpRequestKind[] = ["delete-rospec"];

const connectionFailures: Readonly<Record<number, string>> = {
  1: "another client is connected, on a connection that the reader opened",
  2: "another client is connected",
};

interface LlrpState {
  readonly pending: Buffer;
  /** Index of the request in `setup` that waits for its response: -1 before the first, `setup.length` after the last. */
  readonly step: number;
  /** On the monotonic clock. */
  readonly deadlineMs: number;
  readonly offset: ClockOffset | null;
  readonly recent: RecentReads;
  readonly failure: string | null;
}

/** What one received message changes. */
interface Outcome {
  readonly state: LlrpState;
  readonly send?: Buffer;
  readonly reads?: readonly TagDetection[];
  readonly warning?: string | null;
}

/** RFID readers with LLRP, the EPCglobal Low Level Reader Protocol. */
export const llrp: ReaderDriver = {
  defaultPort: 5084,
  open: (now) =>
    stepOf({
      pending: Buffer.alloc(0),
      step: -1,
      deadlineMs: now.monotonicMs + maxResponseMs,
      offset: null,
      recent: noReads,
      failure: null,
    }),
};

const sessionOf = (state: LlrpState): ReaderSession => ({
  isReading: isReading(state),
  deadlineMs: state.failure === null ? state.deadlineMs : null,
  receive: (bytes, now) => receive(state, bytes, now),
  tick: (now) => stepOf(now.monotonicMs < state.deadlineMs ? state : fail(state, overdue(state))),
  close: () => (state.failure === null ? [encodeMessage(requestId(setup.length), { kind: "close-connection" })] : []),
});

const stepOf = (state: LlrpState, rest: Partial<Omit<ReaderStep, "session" | "failure">> = {}): ReaderStep => ({
  session: sessionOf(state),
  send: [],
  detections: [],
  warning: null,
  ...rest,
  failure: state.failure,
});

const isReading = ({ step, failure }: LlrpState) => step === setup.length && failure === null;
const fail = (state: LlrpState, error: string): LlrpState => ({ ...state, failure: state.failure ?? error });
const requestId = (step: number) => step + 1;

function overdue({ step }: LlrpState): string {
  if (step === setup.length) return `The reader sent nothing for ${maxSilenceMs / 1000} s.`;
  if (step === -1) return `The reader did not accept the connection within ${maxResponseMs / 1000} s.`;
  return `The reader did not respond to ${nameOf(step)} within ${maxResponseMs / 1000} s.`;
}

const nameOf = (step: number) =>
  assertFound(setup[step], "no such step of the connection").kind.replaceAll("-", "_").toUpperCase();

function receive(before: LlrpState, bytes: Uint8Array, now: ReaderMoment): ReaderStep {
  if (before.failure !== null) return stepOf(before);
  const { frames, rest, failure } = splitFrames(Buffer.concat([before.pending, bytes]));
  let state: LlrpState = { ...before, pending: rest };
  const send: Buffer[] = [];
  const reads: TagDetection[] = [];
  let warning: string | null = null;
  for (const frame of frames) {
    const outcome = handle(state, frame, now);
    state = outcome.state;
    if (outcome.send) send.push(outcome.send);
    if (outcome.reads) reads.push(...outcome.reads);
    warning = outcome.warning ?? warning;
    if (state.failure !== null) break;
  }
  if (failure !== null) state = fail(state, failure);
  const { recent, detections } = removeRepeats(state.recent, reads, now);
  return stepOf({ ...state, recent }, { send, detections, warning });
}

function handle(before: LlrpState, frame: LlrpFrame, now: ReaderMoment): Outcome {
  const content = parseMessage(frame);
  if (content === undefined) return { state: fail(before, "The reader sent a malformed LLRP message.") };
  const state = isReading(before) ? { ...before, deadlineMs: now.monotonicMs + maxSilenceMs } : before;
  switch (content.kind) {
    case "keepalive":
      return { state, send: encodeMessage(frame.id, { kind: "keepalive-ack" }) };
    case "reader-event":
      return handleEvent(state, content, now);
    case "tag-report":
      return handleTags(state, content.tags, now);
    case "response":
      return content.to === "close-connection"
        ? { state: fail(state, "The reader closed the connection.") }
        : handleResponse(state, frame.id, content.to, content.status, now);
    case "error":
      return content.status.code !== 0
        ? { state: fail(state, `The reader reported an error: ${describe(content.status)}.`) }
        : { state };
    default:
      return { state };
  }
}

function handleTags(state: LlrpState, tags: readonly TagReport[], now: ReaderMoment): Outcome {
  const offset = tags.reduce((before, tag) => correctOffset(before, tag, now), state.offset);
  return { state: { ...state, offset }, ...toDetections(tags, offset, now) };
}

function handleEvent(
  state: LlrpState,
  event: Extract<LlrpContent, { kind: "reader-event" }>,
  now: ReaderMoment,
): Outcome {
  const { connection, time, isClosing } = event;
  if (isClosing) return { state: fail(state, "The reader closed the connection.") };
  if (state.step !== -1 || connection === null) return { state };
  // Only this event is certainly sent at once; others may have waited in the reader's buffer.
  const offset = time && offsetOf(time, now);
  if (connection === 0) return request({ ...state, offset }, 0, now);
  const reason = connectionFailures[connection] ?? `status ${connection}`;
  return { state: fail(state, `The reader refused the connection: ${reason}.`) };
}

function handleResponse(
  state: LlrpState,
  id: number,
  to: LlrpRequestKind,
  status: LlrpStatus,
  now: ReaderMoment,
): Outcome {
  if (to !== setup[state.step]?.kind || id !== requestId(state.step)) return { state };
  if (status.code === 0 || mayFail.includes(to)) return request(state, state.step + 1, now);
  return { state: fail(state, `The reader refused ${nameOf(state.step)}: ${describe(status)}.`) };
}

/** Sends the request of this step, or starts the monitoring after the last one. */
function request(state: LlrpState, step: number, now: ReaderMoment): Outcome {
  const content = setup[step];
  if (content === undefined) return { state: { ...state, step, deadlineMs: now.monotonicMs + maxSilenceMs } };
  return {
    state: { ...state, step, deadlineMs: now.monotonicMs + maxResponseMs },
    send: encodeMessage(requestId(step), content),
  };
}

const describe = ({ code, description }: LlrpStatus) => toQuote(description) || `status ${code}`;
