import type { HardwareFault } from "../hardware/hardware-fault.ts";
import { residents } from "../plan/vehicle-plan.ts";
import type { Scenario } from "./scenario.ts";

const board = "main-board";
const faults: readonly HardwareFault[] = ["hangs", "refuses", "unplugged", "half-frame", "late", "no-power", "normal"];
const carsPerFault = 3;
const pauseMs = 2_500;

/** Cars keep coming while the main gate's relay board has one fault after the other. */
export const brokenBarrier: Scenario = {
  label: "Broken barrier",
  run: async (context) => {
    const pickVisit = () => ({ vehicle: context.pick(residents), by: "plate" as const });
    try {
      for (let round = 0; !context.isStopped(); round += 1) {
        if (round % carsPerFault === 0) {
          await context.setBoardFault(board, faults[(round / carsPerFault) % faults.length] ?? "normal");
        }
        // The service gate is on another board, so it must keep working.
        await Promise.all([
          context.driveUp({ gate: "service-gate", ...pickVisit(), direction: "N" }),
          context.driveUp({ gate: "main-entry", ...pickVisit() }),
        ]);
        await context.pause(pauseMs);
      }
    } finally {
      await context.setBoardFault(board, "normal");
    }
  },
};
