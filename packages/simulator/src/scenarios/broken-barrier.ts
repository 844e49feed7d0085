import type { BoardFault } from "../hardware/hardware-fault.ts";
import { residents } from "../plan/vehicle-plan.ts";
import type { World } from "./scenario.ts";

const board = "main-board";
const faults: readonly BoardFault[] = ["hangs", "refuses", "unplugged", "half-frame", "late", "normal"];
const carsPerFault = 3;
const pauseMs = 2_500;

/** Cars keep coming while the main gate's relay board fails in every way it can, one after the other. */
export const brokenBarrier: World = {
  label: "Broken barrier",
  note: "Cars keep coming while the main gate’s relays fail.",
  play: async (stage) => {
    try {
      for (let turn = 0; !stage.isOver(); turn += 1) {
        if (turn % carsPerFault === 0) {
          await stage.behave(board, faults[(turn / carsPerFault) % faults.length] ?? "normal");
        }
        // The yard has a board of its own: its cars must not notice.
        const other = stage.driveUp({
          gate: "service-gate",
          vehicle: stage.pick(residents),
          by: "plate",
          direction: "N",
        });
        await Promise.all([stage.driveUp({ gate: "main-entry", vehicle: stage.pick(residents), by: "plate" }), other]);
        await stage.pause(pauseMs);
      }
    } finally {
      await stage.behave(board, "normal");
    }
  },
};
