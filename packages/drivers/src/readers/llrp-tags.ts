import { maxIdentifierLength } from "@gatehouse/contract/fields/identifier-text";
import { toAntennaSource } from "../antenna.ts";
import { hashId } from "../event-id.ts";
import type { ReaderTime, TagReport } from "./llrp-tag-report.ts";
import type { ReaderMoment, TagDetection } from "./reader.ts";

/** The difference between the monotonic clock of the server and a clock of the reader. */
export interface ClockOffset {
  readonly clock: ReaderTime["clock"];
  readonly ms: number;
}

/** The offset of a reader whose clock shows this time now. */
export const offsetOf = (time: ReaderTime, now: ReaderMoment): ClockOffset => ({
  clock: time.clock,
  ms: now.monotonicMs - toMs(time),
});

/** Corrects the offset if a tag would have been read in the future: then the reader's clock was set forward. */
export function correctOffset(offset: ClockOffset | null, tag: TagReport, now: ReaderMoment): ClockOffset | null {
  const time = timeOf(tag);
  if (offset === null || time?.clock !== offset.clock) return offset;
  return { ...offset, ms: Math.min(offset.ms, now.monotonicMs - toMs(time)) };
}

/** The detections of a report. */
export function toDetections(
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
