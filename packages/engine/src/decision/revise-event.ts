import type { DecisionTrace } from "@gatehouse/contract/entities/event";
import { type GateType, gateTypeTitles } from "@gatehouse/contract/fields/gate-types";
import type { NumberedEvent } from "../events/incoming-event.ts";
import type { Site } from "../site/site.ts";
import { decideAccessEvent, toRead } from "./access-event.ts";
import { applyOutcome, type DecisionContext, passageKey, type RunningContext } from "./decision-context.ts";
import type { EventRecord, Outcome, Passage } from "./outcome.ts";

/** A stored plate read, as far as later reports of the same vehicle can change it. */
export interface StoredRead
  extends Pick<EventRecord, "id" | "occurredAt" | "receivedAt" | "module" | "direction" | "isGranted" | "trace"> {
  readonly plateNormalized: string;
  readonly lpRaw: string;
  readonly confidence: number | null;
  readonly vehicleType: string | null;
  readonly gateId: number | null;
  readonly reservationId: number | null;
  readonly passageOf: number | null;
  /** Whether a command followed from it. */
  readonly isCommanded: boolean;
}

/** The fields of a stored read that a later report may change without a new decision. */
export interface Correction
  extends Required<
    Pick<EventRecord, "id" | "occurredAt" | "lp" | "lpRaw" | "plateNormalized" | "direction" | "trace">
  > {
  readonly confidence: number | null;
  readonly vehicleType: string | null;
}

/** What a later report of a vehicle does to its stored read. */
export type Revision =
  | { readonly kind: "unchanged" }
  | { readonly kind: "corrected"; readonly correction: Correction; readonly passage?: Passage }
  | { readonly kind: "decided"; readonly outcome: Outcome };

type PlateEvent = NumberedEvent & { readonly detection: Extract<NumberedEvent["detection"], { kind: "plate" }> };

/**
 * Whether a later report changes the stored read. After a denial that was shown to the driver, a corrected plate is
 * an event of its own: the denial stands, and the corrected plate may still open the gate.
 */
export function isRevision(stored: StoredRead, event: Pick<PlateEvent, "detection">): boolean {
  const isSamePlate = toRead(event).normalized === stored.plateNormalized;
  return isSamePlate || !stored.isCommanded || stored.isGranted === true || event.detection.isAfterwards;
}

/**
 * Applies a later report of the same vehicle, with the id of the stored read. The read is decided again only if no
 * command has followed from it yet; otherwise its plate, direction and confidence are corrected and its decision stays.
 */
export function reviseEvent(site: Site, context: DecisionContext, stored: StoredRead, event: PlateEvent): Revision {
  const { detection } = event;
  const correction = toCorrection(stored, event);
  const isChanged = correction.plateNormalized !== stored.plateNormalized || correction.direction !== stored.direction;
  // A later report may be confident enough for a plate with a look-alike.
  const isSurer =
    stored.trace.reasonCode === "deny.look-alike" && (correction.confidence ?? 0) > (stored.confidence ?? 0);
  const canDecide =
    (isChanged || isSurer) &&
    !stored.isCommanded &&
    !detection.isAfterwards &&
    event.timing === "live" &&
    site.modules[event.module];
  if (canDecide) return { kind: "decided", outcome: decideAgain(site, context, stored, event) };
  const isSame =
    !isChanged && correction.confidence === stored.confidence && correction.vehicleType === stored.vehicleType;
  if (isSame) return { kind: "unchanged" };
  const passage = toPassage(stored, correction.plateNormalized);
  return { kind: "corrected", correction, ...(passage && { passage }) };
}

function toCorrection(stored: StoredRead, { detection, source }: PlateEvent): Correction {
  const { normalized, raw } = toRead({ detection });
  const isReported = source.camera?.isBidirectional === true && detection.direction !== null;
  const direction = isReported ? detection.direction : stored.direction;
  return {
    id: stored.id,
    occurredAt: stored.occurredAt,
    lp: normalized,
    lpRaw: raw,
    plateNormalized: normalized,
    direction,
    confidence: detection.confidence ?? stored.confidence,
    vehicleType: detection.vehicleType ?? stored.vehicleType,
    trace: withNotes(stored.trace, notesOf(stored, raw, normalized, direction)),
  };
}

function notesOf(stored: StoredRead, raw: string, normalized: string, direction: GateType | null): string[] {
  const title = (type: GateType | null) => (type === null ? "unknown" : gateTypeTitles[type].toLowerCase());
  return [
    ...(normalized === stored.plateNormalized ? [] : [`The camera corrected the plate from ${stored.lpRaw} to ${raw}`]),
    ...(direction === stored.direction
      ? []
      : [`The camera corrected the direction from ${title(stored.direction)} to ${title(direction)}`]),
  ];
}

const withNotes = (trace: DecisionTrace, notes: readonly string[]): DecisionTrace => ({
  ...trace,
  checks: [...trace.checks, ...notes.map((text) => ({ text, isPassed: true }))],
});

/** The vehicle was let in under another plate: reads of the corrected one belong to the same passage. */
function toPassage(stored: StoredRead, vehicle: string): Passage | undefined {
  if (vehicle === stored.plateNormalized || stored.isGranted !== true || stored.gateId === null) return undefined;
  const { occurredAt, receivedAt, module } = stored;
  const eventId = stored.passageOf ?? stored.id;
  return {
    gateId: stored.gateId,
    vehicle,
    eventId,
    occurredAt,
    at: receivedAt,
    module,
    isGranted: true,
    isCounted: false,
  };
}

function decideAgain(site: Site, context: DecisionContext, stored: StoredRead, event: PlateEvent): Outcome {
  const { id, occurredAt } = stored;
  const outcome = decideAccessEvent(
    site,
    { ...context, ...withoutRead(context, stored) },
    { ...event, id, occurredAt },
  );
  const { lpRaw = "", plateNormalized = "", direction, trace, confidence, vehicleType } = outcome.event;
  const { joined, ...rest } = outcome;
  return {
    ...rest,
    event: {
      ...outcome.event,
      confidence: confidence ?? stored.confidence,
      vehicleType: vehicleType ?? stored.vehicleType,
      trace: withNotes(trace, notesOf(stored, lpRaw, plateNormalized, direction)),
    },
    // The same message must not be sent twice: notices of entries, requests for tickets.
    messages: outcome.event.isGranted === stored.isGranted ? [] : outcome.messages,
    ...(joined && joined.eventId !== stored.passageOf && { joined }),
  };
}

/** The passages and uses as if the stored read had not been decided. */
function withoutRead(context: DecisionContext, stored: StoredRead): Pick<RunningContext, "passages" | "uses"> {
  const { reservationId, direction, isGranted, passageOf } = stored;
  const passages = new Map([...context.passages].filter(([, { eventId }]) => eventId !== stored.id));
  const uses = new Map(context.uses);
  if (reservationId !== null && isGranted === true && passageOf === null) {
    const { entries, exits } = uses.get(reservationId) ?? { entries: 0, exits: 0 };
    uses.set(reservationId, direction === "X" ? { entries, exits: exits - 1 } : { entries: entries - 1, exits });
  }
  return { passages, uses };
}

/** Updates the context for the next event, like `applyOutcome`. */
export function applyRevision(context: RunningContext, stored: StoredRead, revision: Revision): void {
  if (revision.kind === "unchanged") return;
  if (revision.kind === "corrected") {
    const { passage } = revision;
    if (passage) context.passages.set(passageKey(passage.gateId, passage.vehicle), passage);
    return;
  }
  const { passages, uses } = withoutRead(context, stored);
  for (const key of context.passages.keys()) if (!passages.has(key)) context.passages.delete(key);
  for (const [id, used] of uses) context.uses.set(id, used);
  applyOutcome(context, revision.outcome);
}
