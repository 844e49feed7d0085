import { brokenBarrier } from "./broken-barrier.ts";
import { quietNight } from "./quiet-night.ts";
import { rushHour } from "./rush-hour.ts";
import type { World } from "./scenario.ts";

/** Every world by its name. */
export const worlds = {
  "quiet-night": quietNight,
  "rush-hour": rushHour,
  "broken-barrier": brokenBarrier,
} as const satisfies Record<string, World>;

/** The name of a world. */
export type WorldName = keyof typeof worlds;

/** Every name, in the order of the control page. */
export const worldNames = Object.keys(worlds) as readonly WorldName[];
