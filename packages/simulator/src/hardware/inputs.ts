import type { InputWire } from "../plan/hardware-plan.ts";
import type { Arms } from "./arms.ts";

/** The inputs of a board: position contacts of its barriers, and loop detectors. */
export interface Inputs {
  /** Input numbers run from 1; one that is not wired is never set. */
  isSet(input: number): boolean;
  /** Puts a car on a loop for this time. */
  occupy(input: number, ms: number): void;
  isStuck(input: number): boolean;
  /** A stuck loop stays occupied. */
  setStuck(input: number, isStuck: boolean): void;
  /** Frees every loop. */
  reset(): void;
}

/** Creates inputs whose loops are free. */
export function createInputs(wires: readonly InputWire[], arms: Arms): Inputs {
  const stuck = new Set<number>();
  const timers = new Map<number, NodeJS.Timeout>();

  function isSet(input: number): boolean {
    const wire = wires.find((one) => one.input === input);
    if (!wire) return false;
    if (wire.part === "loop") return stuck.has(input) || timers.has(input);
    const { isUp, isDown } = arms.ends(wire.relay);
    return wire.part === "open-contact" ? isUp : isDown;
  }

  return {
    isSet,
    occupy: (input, ms) => {
      clearTimeout(timers.get(input));
      timers.set(input, setTimeout(() => timers.delete(input), ms).unref());
    },
    isStuck: (input) => stuck.has(input),
    setStuck: (input, isStuck) => {
      if (isStuck) stuck.add(input);
      else stuck.delete(input);
    },
    reset: () => {
      stuck.clear();
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}
