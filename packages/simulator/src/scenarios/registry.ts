import { brokenBarrier } from "./broken-barrier.ts";
import { fullDeck } from "./full-deck.ts";
import { quietNight } from "./quiet-night.ts";
import { rushHour } from "./rush-hour.ts";
import type { Scenario } from "./scenario.ts";

/** Every scenario, in the order of the control page. */
export const scenarios = {
  "quiet-night": quietNight,
  "rush-hour": rushHour,
  "full-deck": fullDeck,
  "broken-barrier": brokenBarrier,
} as const satisfies Record<string, Scenario>;

/** Name of a scenario. */
export type ScenarioName = keyof typeof scenarios;

/** The names of every scenario. */
export const scenarioNames = Object.keys(scenarios) as readonly ScenarioName[];
