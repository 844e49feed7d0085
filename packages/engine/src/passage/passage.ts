/** A decision at a gate, which later reads of the same passage may join. */
export interface PastDecision {
  readonly eventId: number;
  readonly vehicle: string;
  /** Server time of the decision. */
  readonly at: Date;
  readonly isGranted: boolean;
}

/** Another read at the same gate, with the decision it would get on its own. */
export type GateRead = Omit<PastDecision, "eventId">;

/** A new passage, which triggers commands, or a repeated read of an earlier one, which triggers nothing. */
export type Passage =
  | { readonly isNew: true }
  | { readonly isNew: false; readonly eventId: number; readonly reason: string };

/**
 * One passage is one decision, however many cameras and readers report it. A read joins a granted passage in any case,
 * because a single-use reservation is used up by then. It joins a denied passage only if it is denied too, so a better
 * read or a new reservation still opens the gate.
 */
export function joinPassage(past: readonly PastDecision[], read: GateRead, passageSeconds: number): Passage {
  const same = past
    .filter(({ vehicle, at }) => vehicle === read.vehicle && isWithin(at, read.at, passageSeconds))
    .toSorted((one, other) => other.at.getTime() - one.at.getTime() || other.eventId - one.eventId);
  const granted = same.find((decision) => decision.isGranted);
  if (granted) return { isNew: false, eventId: granted.eventId, reason: "Repeated read of a granted passage" };
  const [denied] = same;
  if (denied === undefined || read.isGranted) return { isNew: true };
  return { isNew: false, eventId: denied.eventId, reason: "Repeated read of a denied passage" };
}

/** Whether two reads are close enough to belong to one passage. Simultaneous reads may be decided in either order. */
export const isWithin = (one: Date, other: Date, seconds: number): boolean =>
  Math.abs(one.getTime() - other.getTime()) <= seconds * 1000;
