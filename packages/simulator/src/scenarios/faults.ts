import { morningRush } from "./morning-rush.ts";
import { driveQuietly } from "./quiet-traffic.ts";
import type { Scenario, ScenarioContext } from "./scenario.ts";

const noticeMs = 6_000;

/** Runs a scenario while something is broken, and repairs it at the end. */
async function runBroken(
  context: ScenarioContext,
  setBroken: (isBroken: boolean) => Promise<void> | void,
  run: (context: ScenarioContext) => Promise<void> = driveQuietly,
): Promise<void> {
  try {
    await setBroken(true);
    await run(context);
  } finally {
    await setBroken(false);
  }
}

/** The loop behind the main entry stays occupied while cars keep coming. */
export const stuckLoop: Scenario = {
  label: "Stuck loop",
  run: (context) => runBroken(context, context.setLoopStuck),
};

/** A slot of the parking deck has another name at its device, so its reports do not fit. */
export const renamedSlot: Scenario = {
  label: "Renamed slot",
  run: (context) => runBroken(context, context.setSlotRenamed),
};

/** MyGate answers with errors while its residents come and go, so notices wait in the outbox. */
export const mygateDown: Scenario = {
  label: "MyGate down",
  run: (context) =>
    runBroken(context, context.setExternalDown, async () => {
      while (!context.isStopped()) {
        const vehicle = context.pick(context.mygateVehicles());
        await context.driveUp({ gate: "main-entry", vehicle, by: "plate" });
        await context.driveUp({ gate: "main-exit", vehicle, by: "plate" });
        await context.pause(noticeMs);
      }
    }),
};

/** The database takes seconds for what usually takes milliseconds, in the morning rush. */
export const slowDatabase: Scenario = {
  label: "Slow database",
  run: (context) => runBroken(context, context.setDatabaseSlow, morningRush.run),
};
