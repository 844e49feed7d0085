/** A decision that was made at a gate: a passage, of which later sightings may be part. */
export interface PastDecision {
  readonly eventId: number;
  readonly vehicle: string;
  /** When it was decided, by the server's clock. */
  readonly at: Date;
  readonly isGranted: boolean;
}

/** One more sighting at the same gate, and what is decided for it when it stands alone. */
export type Sighted = Omit<PastDecision, "eventId">;

/** A passage of its own, which is acted upon; or part of an earlier one, which does nothing any more. */
export type Passage =
  | { readonly isNew: true }
  | { readonly isNew: false; readonly eventId: number; readonly reason: string };

/**
 * One passage is one decision, however many frames and readers saw it. A vehicle that was let through joins whatever is
 * decided for it now (a single use is used up by then); one that was denied joins only while it is still denied, so that
 * a better reading or a reservation that just arrived opens the gate.
 */
export function joinPassage(past: readonly PastDecision[], sighted: Sighted, passageSeconds: number): Passage {
  const same = past
    .filter(({ vehicle, at }) => vehicle === sighted.vehicle && isWithin(at, sighted.at, passageSeconds))
    .toSorted((one, other) => other.at.getTime() - one.at.getTime() || other.eventId - one.eventId);
  const granted = same.find((decision) => decision.isGranted);
  if (granted) return { isNew: false, eventId: granted.eventId, reason: "Repeated read of a granted passage" };
  const [denied] = same;
  if (denied === undefined || sighted.isGranted) return { isNew: true };
  return { isNew: false, eventId: denied.eventId, reason: "Repeated read of a denied passage" };
}

// Readings of one moment may be decided in either order.
const isWithin = (one: Date, other: Date, seconds: number): boolean =>
  Math.abs(one.getTime() - other.getTime()) <= seconds * 1000;
