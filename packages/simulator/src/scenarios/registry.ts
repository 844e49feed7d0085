import { brokenBarrier } from "./broken-barrier.ts";
import { eventDay } from "./event-day.ts";
import { mygateDown, renamedSlot, slowDatabase, stuckLoop } from "./faults.ts";
import { fullDeck } from "./full-deck.ts";
import { morningRush } from "./morning-rush.ts";
import { quietNight } from "./quiet-night.ts";
import type { Scenario } from "./scenario.ts";

/** Every scenario, in the order of the control page. */
export const scenarios = {
  "quiet-night": quietNight,
  "morning-rush": morningRush,
  "event-day": eventDay,
  "full-deck": fullDeck,
  "broken-barrier": brokenBarrier,
  "stuck-loop": stuckLoop,
  "renamed-slot": renamedSlot,
  "mygate-down": mygateDown,
  "slow-database": slowDatabase,
} as const satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof scenarios;

export const scenarioNames = Object.keys(scenarios) as readonly ScenarioName[];
