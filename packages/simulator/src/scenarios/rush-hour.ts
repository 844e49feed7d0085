import { residents } from "../plan/vehicle-plan.ts";
import { arrival, departure } from "./random-visits.ts";
import type { World } from "./scenario.ts";

const pauseMs = { least: 500, most: 1_600 };
const longestQueue = 3;
const mostInside = 60;

/** A car every second or so, at every gate, with queues. */
export const rushHour: World = {
  label: "Rush hour",
  note: "A car every second, at every gate.",
  play: async (stage) => {
    while (!stage.isOver()) {
      const isFull = stage.inside().length >= mostInside;
      const visit = isFull || stage.happens(0.35) ? departure(stage) : arrival(stage);
      // Cars do not wait for each other's gates, but nobody joins an endless queue.
      if (visit && stage.queueAt(visit.gate) < longestQueue) void stage.driveUp(visit).catch(() => {});
      if (stage.happens(0.25)) await stage.driveBy(stage.pick(residents).plate, stage.between(20, 55));
      if (stage.happens(0.25)) await stage.passHall(stage.happens(0.5) ? "N" : "X");
      await stage.pause(stage.between(pauseMs.least, pauseMs.most));
    }
  },
};
