import { residents } from "../plan/vehicle-plan.ts";
import { pickArrival, pickDeparture } from "./random-visits.ts";
import type { Scenario } from "./scenario.ts";

const minPauseMs = 500;
const maxPauseMs = 1_600;
const maxQueueLength = 3;
const maxInside = 60;

/** A car about every second, with queues at the gates: residents leave, staff and contractors come. */
export const morningRush: Scenario = {
  label: "Morning rush",
  run: async (context) => {
    while (!context.isStopped()) {
      const isFull = context.inside().length >= maxInside;
      const visit = isFull || context.chance(0.35) ? pickDeparture(context) : pickArrival(context);
      // Visits at different gates overlap; a long queue gets no more cars.
      if (visit && context.queueLength(visit.gate) < maxQueueLength) void context.driveUp(visit).catch(() => {});
      if (context.chance(0.25)) {
        await context.passSpeedCamera(context.pick(residents).plate, context.randomBetween(20, 55));
      }
      if (context.chance(0.25)) await context.passHallCamera(context.chance(0.5) ? "N" : "X");
      await context.pause(context.randomBetween(minPauseMs, maxPauseMs));
    }
  },
};
