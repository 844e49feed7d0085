import type { CardClosing } from "@gatehouse/contract/entities/station";
import type { CommandError, CommandState } from "@gatehouse/contract/events/command";
import { toAccessOutcome } from "@gatehouse/contract/events/decision";

/** What decides whether a card needs a guard. */
export interface CardFacts {
  readonly isGranted: boolean | null;
  readonly barrierFailure: CommandError | null;
  readonly receivedAtMs: number;
  /** State of the last opening by a person. */
  readonly opening: CommandState | null;
  readonly isDenied: boolean;
  /** The same vehicle was read again at any gate, while it could be waiting. */
  readonly isSeenAgain: boolean;
}

/** The gate at the moment. */
export interface GateNow {
  readonly nowMs: number;
  readonly maxCardMs: number;
}

/** Whether the vehicle needs a guard, and if not any more, why. */
export function closeCard(
  card: CardFacts,
  gate: GateNow,
): { readonly isWaiting: boolean; closing: CardClosing | null } {
  const outcome = toAccessOutcome(card.isGranted, card.barrierFailure);
  if (outcome === "granted" && card.opening === null) return { isWaiting: false, closing: null };
  const closing = findClosing(card, gate);
  return { isWaiting: closing === null, closing };
}

function findClosing(card: CardFacts, { nowMs, maxCardMs }: GateNow): CardClosing | null {
  // Before the denial: a guard may let in a vehicle that was turned away, but not the reverse.
  if (card.opening === "accepted") return "opened";
  if (card.isDenied) return "denied";
  if (card.isSeenAgain) return "left";
  return Math.abs(nowMs - card.receivedAtMs) > maxCardMs ? "timed-out" : null;
}
