import { brokenBarrier } from "./broken-barrier.ts";
import { eventDay } from "./event-day.ts";
import { mygateDown, renamedSlot, slowDatabase, stuckLoop } from "./faults.ts";
import { fullDeck } from "./full-deck.ts";
import { morningRush } from "./morning-rush.ts";
import { driveQuietly } from "./quiet-traffic.ts";
import type { Scenario } from "./scenario.ts";

/** A car now and then, sometimes one without access. */
const quietNight: Scenario = { label: "Quiet night", run: driveQuietly };

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
