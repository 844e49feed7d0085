import { unknownVehicles } from "../plan/vehicle-plan.ts";
import { pickArrival, pickDeparture } from "./random-visits.ts";
import type { Scenario } from "./scenario.ts";

const minPauseMs = 6_000;
const maxPauseMs = 16_000;

/** A car now and then, sometimes one without access. */
export const quietNight: Scenario = {
  label: "Quiet night",
  run: async (context) => {
    while (!context.isStopped()) {
      const visit = context.chance(0.4) ? pickDeparture(context) : pickArrival(context);
      if (visit) await context.driveUp(visit);
      if (context.chance(0.15)) {
        await context.passSpeedCamera(context.pick(unknownVehicles).plate, context.randomBetween(18, 46));
      }
      await context.pause(context.randomBetween(minPauseMs, maxPauseMs));
    }
  },
};
