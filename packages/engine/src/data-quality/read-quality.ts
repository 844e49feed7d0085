import { lowConfidence } from "@gatehouse/contract/events/read-quality";

/** The reads of a camera in one hour. */
export interface ReadCounts {
  readonly reads: number;
  readonly passages: number;
  readonly withConfidence: number;
  readonly lowConfidence: number;
}

/** One plate read. */
export interface CountedRead {
  readonly confidence: number | null;
  /** A further read of a passage that was counted already. */
  readonly isRepeated: boolean;
}

const nothing: ReadCounts = { reads: 0, passages: 0, withConfidence: 0, lowConfidence: 0 };

/** Adds a read to the counts of its hour. */
export function addRead(counts: ReadCounts = nothing, { confidence, isRepeated }: CountedRead): ReadCounts {
  return {
    reads: counts.reads + 1,
    passages: counts.passages + (isRepeated ? 0 : 1),
    withConfidence: counts.withConfidence + (confidence === null ? 0 : 1),
    lowConfidence: counts.lowConfidence + (confidence !== null && confidence < lowConfidence ? 1 : 0),
  };
}

const hourMs = 3_600_000;

export const startOfHour = (at: Date): Date => new Date(Math.floor(at.getTime() / hourMs) * hourMs);
