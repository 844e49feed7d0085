import { listIn } from "@gatehouse/contract/collections";
import type { AccessQuestion, KnownIdentifier, KnownReservation } from "../access/access.ts";
import type { BaseVariable } from "../counting/base-variable.ts";
import { type AccessState, countPassUse, holdPassage } from "./access-state.ts";
import type { Outcome, Passage, ReaderPassage } from "./outcome.ts";

/** A registered identifier with the details that messages and events quote. */
export interface Identifier extends KnownIdentifier {
  readonly type: "LICENSE_PLATE" | "RFID";
  readonly normalized: string;
  readonly origin: string;
  readonly externalId: string | null;
}

/** A reservation with the keys it is matched by. */
export interface Reservation extends KnownReservation {
  readonly lpNormalized: string | null;
  readonly rfidNormalized: string | null;
}

/** The current value of a slot's variable and when it was last reported. */
export type SlotState = Pick<BaseVariable, "current" | "reportedAt">;

/** How often a reservation was used. */
export interface ReservationUses {
  readonly entries: number;
  readonly exits: number;
}

/** The stored state that decisions depend on; a decision only reads it. */
export interface DecisionContext {
  readonly identifiers: ReadonlyMap<string, readonly Identifier[]>;
  /** By plate or tag. */
  readonly reservations: ReadonlyMap<string, readonly Reservation[]>;
  readonly passages: ReadonlyMap<string, Passage | ReaderPassage>;
  readonly slots: ReadonlyMap<number, SlotState>;
  /** The tags of passages, by the id of their event. */
  readonly tags: ReadonlyMap<number, string>;
  /** The other factor of a what-if question. */
  readonly otherRead?: AccessQuestion["read"] | undefined;
  /** Uses of reservations beyond those counted in `reservations`. */
  readonly uses: ReadonlyMap<number, ReservationUses>;
  /** The time between two stored times, which is not their difference if the clock stepped in between. */
  readonly elapsedMs: (since: Date, until: Date) => number;
  /** Absent on a site without rules, lists, passes and overrides. */
  readonly access?: AccessState;
}

/** A context that outcomes are applied to. */
export interface RunningContext extends DecisionContext {
  readonly passages: Map<string, Passage | ReaderPassage>;
  readonly slots: Map<number, SlotState>;
  readonly tags: Map<number, string>;
  readonly uses: Map<number, ReservationUses>;
}

/** Lookup key of an identifier or reservation. */
export const identifierKey = (type: Identifier["type"], normalized: string) => `${type} ${normalized}`;

/** Lookup key of a passage. */
export const passageKey = (gateId: number, vehicle: string) => `${gateId} ${vehicle}`;

/** Lookup key of a passage at a reader without a gate. */
export const readerPassageKey = (sensorId: number, vehicle: string) => `sensor ${sensorId} ${vehicle}`;

/** A context without identifiers, reservations or history. */
export const emptyContext = (): RunningContext => ({
  identifiers: new Map(),
  reservations: new Map(),
  passages: new Map(),
  slots: new Map(),
  tags: new Map(),
  uses: new Map(),
  elapsedMs: (since, until) => until.getTime() - since.getTime(),
});

/** The identifiers and reservations that match a plate or tag, with all uses so far. */
export function findKnown(
  context: DecisionContext,
  { type, normalized }: AccessQuestion["read"],
): { identifiers: readonly Identifier[]; reservations: readonly Reservation[] } {
  const key = identifierKey(type, normalized);
  return {
    identifiers: listIn(context.identifiers, key),
    reservations: listIn(context.reservations, key).map((reservation) => {
      const uses = context.uses.get(reservation.id);
      if (!uses) return reservation;
      const { entries, exits } = reservation;
      return { ...reservation, entries: entries + uses.entries, exits: exits + uses.exits };
    }),
  };
}

/** Updates the context for the next event: events of one batch are decided as if they had arrived one by one. */
export function applyOutcome(context: RunningContext, outcome: Outcome): void {
  const { passage, reservationUse, slotReports, hold, usedPassId, event } = outcome;
  if (hold && context.access) holdPassage(context.access, hold);
  if (usedPassId !== undefined && context.access) countPassUse(context.access, usedPassId);
  if (passage) context.passages.set(keyOf(passage), passage);
  if (passage && event.tagNormalized !== undefined) context.tags.set(event.id, event.tagNormalized);
  if (reservationUse) {
    const { reservationId, direction } = reservationUse;
    const { entries, exits } = context.uses.get(reservationId) ?? { entries: 0, exits: 0 };
    const uses = direction === "N" ? { entries: entries + 1, exits } : { entries, exits: exits + 1 };
    context.uses.set(reservationId, uses);
  }
  for (const { variableId, current, at } of slotReports) context.slots.set(variableId, { current, reportedAt: at });
}

const keyOf = (passage: Passage | ReaderPassage) =>
  "gateId" in passage
    ? passageKey(passage.gateId, passage.vehicle)
    : readerPassageKey(passage.sensorId, passage.vehicle);
