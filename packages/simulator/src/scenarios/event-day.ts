import { pickArrival, pickDeparture, pickVisitor } from "./random-visits.ts";
import type { Scenario } from "./scenario.ts";

const minPauseMs = 800;
const maxPauseMs = 2_500;
const maxQueueLength = 4;

/** Many visitors come at once, so the visitors’ deck is full most of the time. */
export const eventDay: Scenario = {
  label: "Event day",
  run: async (context) => {
    while (!context.isStopped()) {
      const visit = context.chance(0.25)
        ? pickDeparture(context)
        : context.chance(0.7)
          ? pickVisitor(context)
          : pickArrival(context);
      // A long queue gets no more cars.
      if (visit && context.queueLength(visit.gate) < maxQueueLength) void context.driveUp(visit).catch(() => {});
      await context.passHallCamera(context.chance(0.7) ? "N" : "X");
      if (context.chance(0.3)) await context.changeBay();
      await context.pause(context.randomBetween(minPauseMs, maxPauseMs));
    }
  },
};
