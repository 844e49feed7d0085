import type { RelayPlace } from "./gate-plan.ts";

/** A light above a part of the deck: lit while there are free places. */
export interface LightPlan {
  readonly place: RelayPlace;
  /** The device that watches that part, and its own id for what it watches it with. */
  readonly device: string;
  readonly source: string;
  /** What it follows, by scope and name. */
  readonly variable: string;
}

/** The lights. */
export const lightPlans: readonly LightPlan[] = [
  {
    place: { board: "main-board", relay: 7, driver: "modbus-tcp" },
    device: "deck-watch",
    source: "11",
    variable: "epld/Deck 1 east free",
  },
];
