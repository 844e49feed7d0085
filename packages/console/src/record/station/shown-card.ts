import type { Station, StationCard } from "@gatehouse/contract/entities/station";
import { readOf } from "./station-event.ts";

/** The vehicles of a station. */
export type StationCards = Pick<Station, "waiting" | "left" | "earlier">;

/** A vehicle that a guard chose from a list. */
export interface ChosenCard {
  readonly id: number;
  /** It waited when it was chosen, so it makes room once it is let in or turned away. */
  readonly wasWaiting: boolean;
  /** What was read of the vehicle at the barrier then. */
  readonly beside: string | undefined;
}

const isAtBarrier = ({ away }: StationCard) => away === null;
const allOf = ({ waiting, left, earlier }: StationCards) => [...waiting, ...left, ...earlier];
const newestOf = (cards: readonly StationCard[]) => cards.toSorted((one, other) => other.event.id - one.event.id)[0];

/** The vehicle at the barrier, whether it needs a guard or not. */
export const findAtBarrier = ({ waiting, earlier }: StationCards): StationCard | undefined =>
  waiting.find(isAtBarrier) ?? earlier.find(isAtBarrier);

/** A choice of the guard, which the next vehicle at the barrier ends. */
export function chooseCard(cards: StationCards, id: number): ChosenCard {
  const atBarrier = findAtBarrier(cards);
  const wasWaiting = [...cards.waiting, ...cards.left].some(({ event }) => event.id === id);
  return { id, wasWaiting, beside: atBarrier && readOf(atBarrier.event).text };
}

/** A vehicle whose dialog is open, with the vehicles at the gate when it was opened. */
export interface HeldCard {
  readonly card: StationCard;
  readonly before: StationCards;
}

/** The newest vehicle that was read behind the one of a dialog since that was opened. */
export function findReadBehind(cards: StationCards, { before }: HeldCard): StationCard | undefined {
  const known = new Set(allOf(before).map(({ event }) => event.id));
  return newestOf(allOf(cards).filter(({ away, event }) => away === "behind" && !known.has(event.id)));
}

/**
 * The card on the screen, on which keys act: the one of the open dialog, else of the vehicle at the barrier, else the newest
 * one. A card that the guard chose stays while the same vehicle is at the barrier.
 */
export function findShown(
  cards: StationCards,
  { held, chosen }: { held: StationCard | undefined; chosen: ChosenCard | undefined },
): StationCard | undefined {
  const all = allOf(cards);
  if (held) return all.find(({ event }) => event.id === held.event.id) ?? held;
  const atBarrier = findAtBarrier(cards);
  const choice = all.find(({ event }) => event.id === chosen?.id);
  const isOver =
    (chosen?.wasWaiting && (choice?.closing === "opened" || choice?.closing === "denied")) ||
    (atBarrier && readOf(atBarrier.event).text !== chosen?.beside);
  if (choice && !isOver) return choice;
  return atBarrier ?? newestOf(all);
}
