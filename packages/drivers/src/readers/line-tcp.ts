import { maxIdentifierLength, normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import { hashId } from "../event-id.ts";
import type { ReaderDriver, ReaderMoment, ReaderSession, ReaderStep, TagDetection } from "./reader.ts";
import { noReads, type RecentReads, removeRepeats } from "./repeated-reads.ts";

const startOfText = 0x02;
const endOfText = 0x03;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const lineEnds: readonly number[] = [lineFeed, carriageReturn, endOfText];
const printable = /^[ -~]*$/;

interface LineState {
  /** The received part of the current line; null if the line is too long and skipped. */
  readonly line: string | null;
  readonly recent: RecentReads;
}

/**
 * Readers that send one tag per line: text that ends with CR, LF or ETX. STX starts a line and drops an incomplete one.
 * The protocol has no keep-alive and no times.
 */
export const lineTcp: ReaderDriver = {
  defaultPort: 10_001,
  open: () => stepOf({ line: "", recent: noReads }, [], null),
};

const sessionOf = (state: LineState): ReaderSession => ({
  isReading: true,
  deadlineMs: null,
  receive: (bytes, now) => receive(state, bytes, now),
  tick: () => stepOf(state, [], null),
  close: () => [],
});

const stepOf = (state: LineState, detections: readonly TagDetection[], warning: string | null): ReaderStep => ({
  session: sessionOf(state),
  send: [],
  detections,
  warning,
  failure: null,
});

function receive(state: LineState, bytes: Uint8Array, now: ReaderMoment): ReaderStep {
  let { line } = state;
  const reads: TagDetection[] = [];
  let warning: string | null = null;
  for (const byte of bytes) {
    if (byte === startOfText) line = "";
    else if (!lineEnds.includes(byte)) {
      if (line !== null && line.length >= maxLineLength) line = null;
      else if (line !== null) line += String.fromCharCode(byte);
    } else {
      const tag = line?.trim();
      if (tag === undefined) warning = `The reader sent a line of more than ${maxLineLength} characters.`;
      else if (tag !== "" && isTag(tag)) reads.push(toDetection(tag, now));
      else if (tag !== "") warning = "The reader sent a line that is not a tag.";
      line = "";
    }
  }
  const { recent, detections } = removeRepeats(state.recent, reads, now);
  return stepOf({ line, recent }, detections, warning);
}

/** Leaves room for spaces around the tag. */
const maxLineLength = 2 * maxIdentifierLength;

const isTag = (text: string) =>
  text.length <= maxIdentifierLength && printable.test(text) && normalizeIdentifier(text) !== "";

const toDetection = (tag: string, { wallMs }: ReaderMoment): TagDetection => ({
  kind: "tag",
  eventId: hashId("line-tcp", tag, String(wallMs)),
  source: null,
  at: null,
  tag,
  direction: null,
});
