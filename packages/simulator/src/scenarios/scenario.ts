import type { HardwareFault } from "../hardware/hardware-fault.ts";
import type { Traffic, Visit, VisitOutcome } from "../traffic/traffic.ts";

/** What a scenario can do on the site. */
export interface ScenarioContext {
  driveUp(visit: Visit): Promise<VisitOutcome>;
  /** Number of cars at a gate, the first one included. */
  queueLength(gate: string): number;
  inside: Traffic["inside"];
  isOnSite: Traffic["isOnSite"];
  /** A car passes a camera that measures speed. */
  passSpeedCamera(plate: string, kmph: number): Promise<void>;
  /** A vehicle passes the counting camera in the entrance hall, which has no gate. */
  passHallCamera(direction: "N" | "X"): Promise<void>;
  /** A car parks in a watched bay or leaves one, and its sensor reports it. */
  changeBay(): Promise<void>;
  setBoardFault(board: string, fault: HardwareFault): Promise<void>;
  /** The entry loop stays occupied. */
  setLoopStuck(isStuck: boolean): void;
  /** A slot of the parking deck gets another name at its device. */
  setSlotRenamed(isRenamed: boolean): void;
  /** MyGate and the cloud answer with errors. */
  setExternalDown(isDown: boolean): void;
  /** The vehicles that MyGate manages. */
  mygateVehicles(): readonly Visit["vehicle"][];
  /** Slows the database of the demo; does nothing elsewhere. */
  setDatabaseSlow(isSlow: boolean): Promise<void>;
  /** Picks a random item. */
  pick<T>(list: readonly T[]): T;
  /** True with this probability. */
  chance(probability: number): boolean;
  randomBetween(min: number, max: number): number;
  pause(ms: number): Promise<void>;
  isStopped(): boolean;
}

/** A simulated course of events that runs until it is stopped. */
export interface Scenario {
  readonly label: string;
  run(context: ScenarioContext): Promise<void>;
}
