import { strangers } from "../plan/vehicle-plan.ts";
import { arrival, departure } from "./random-visits.ts";
import type { World } from "./scenario.ts";

const pauseMs = { least: 6_000, most: 16_000 };

/** Now and then a car, sometimes one that may not come in. */
export const quietNight: World = {
  label: "Quiet night",
  note: "Now and then a car.",
  play: async (stage) => {
    while (!stage.isOver()) {
      const visit = stage.happens(0.4) ? departure(stage) : arrival(stage);
      if (visit) await stage.driveUp(visit);
      if (stage.happens(0.15)) await stage.driveBy(stage.pick(strangers).plate, stage.between(18, 46));
      await stage.pause(stage.between(pauseMs.least, pauseMs.most));
    }
  },
};
