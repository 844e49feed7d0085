import { unknownVehicles } from "../plan/vehicle-plan.ts";
import { pickArrival, pickDeparture, pickTagArrival } from "./random-visits.ts";
import type { ScenarioContext } from "./scenario.ts";

const minPauseMs = 4_000;
const maxPauseMs = 11_000;

/** Sends a car now and then; two rounds, which take less than a minute, have events of every module. */
export async function driveQuietly(context: ScenarioContext): Promise<void> {
  for (let round = 0; !context.isStopped(); round += 1) {
    await context.driveUp(round % 2 === 0 ? pickTagArrival(context) : pickArrival(context));
    const departure = context.chance(0.7) ? pickDeparture(context) : null;
    // It does not delay the next car.
    if (departure) void context.driveUp(departure).catch(() => {});
    await context.passSpeedCamera(context.pick(unknownVehicles).plate, context.randomBetween(18, 46));
    if (round % 2 === 0) await context.changeBay();
    else await context.passHallCamera(context.chance(0.5) ? "N" : "X");
    await context.pause(context.randomBetween(minPauseMs, maxPauseMs));
  }
}
