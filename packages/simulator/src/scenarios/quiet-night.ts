import { driveQuietly } from "./quiet-traffic.ts";
import type { Scenario } from "./scenario.ts";

/** A car now and then, sometimes one without access. */
export const quietNight: Scenario = { label: "Quiet night", run: driveQuietly };
