import type { BoardFault } from "../hardware/hardware-fault.ts";
import type { Journeys, Visit, VisitEnd } from "../traffic/traffic.ts";

/** What a world has to play with. */
export interface Stage {
  driveUp(visit: Visit): Promise<VisitEnd>;
  /** How many cars stand or wait at a gate. */
  queueAt(gate: string): number;
  inside: Journeys["inside"];
  isHere: Journeys["isHere"];
  /** Someone drives past a camera that measures speed. */
  driveBy(plate: string, kmph: number): Promise<void>;
  /** Someone walks or rides past a counting camera that no gate belongs to. */
  passHall(direction: "N" | "X"): Promise<void>;
  behave(board: string, fault: BoardFault): Promise<void>;
  /** One of several, by chance. */
  pick<T>(list: readonly T[]): T;
  /** Whether something of that likelihood happens. */
  happens(likelihood: number): boolean;
  between(least: number, most: number): number;
  pause(ms: number): Promise<void>;
  isOver(): boolean;
}

/** A way for the site to be alive until it is stopped. */
export interface World {
  readonly label: string;
  readonly note: string;
  play(stage: Stage): Promise<void>;
}
