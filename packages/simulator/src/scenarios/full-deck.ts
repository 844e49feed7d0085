import { deckCapacity, residentsOnFullDeck } from "../plan/access-plan.ts";
import { guests, residents, type Vehicle, visitors } from "../plan/vehicle-plan.ts";
import type { Visit } from "../traffic/traffic.ts";
import type { Scenario, ScenarioContext } from "./scenario.ts";

const entry = "visitors-entry";
const pauseMs = 1_500;
const showMs = 6_000;

type Car = Visit["vehicle"];

/** Visitors fill the deck until one is turned away, residents are admitted by their quota, then the deck empties. */
export const fullDeck: Scenario = {
  label: "Full deck",
  run: async (context) => {
    const isVisitor = ({ plate }: Car) => [...guests, ...visitors].some((visitor) => visitor.plate === plate);
    let parked: readonly Car[] = context.inside().filter(isVisitor);
    try {
      while (!context.isStopped()) {
        parked = await leave(context, parked);
        // An exit counts once it is confirmed.
        await context.pause(showMs);
        parked = [...parked, ...(await fill(context, guests))];
        parked = [...parked, ...(await fill(context, residents, residentsOnFullDeck))];
        // The next visitor and the next resident are turned away.
        for (const list of [guests, residents]) await arrive(context, list);
        await context.pause(showMs);
      }
    } finally {
      for (const vehicle of parked) void context.driveUp(toExit(vehicle)).catch(() => {});
    }
  },
};

/** Sends vehicles until one is turned away; returns those that were admitted. */
async function fill(
  context: ScenarioContext,
  list: readonly Vehicle[],
  max: number = deckCapacity,
): Promise<Vehicle[]> {
  const admitted: Vehicle[] = [];
  while (admitted.length < max && !context.isStopped()) {
    const vehicle = await arrive(context, list);
    if (vehicle === null) break;
    admitted.push(vehicle);
  }
  return admitted;
}

async function arrive(context: ScenarioContext, list: readonly Vehicle[]): Promise<Vehicle | null> {
  const vehicle = context.pick(list.filter(({ plate }) => !context.isOnSite(plate)));
  if (!vehicle || context.isStopped()) return null;
  const outcome = await context.driveUp({ gate: entry, vehicle, by: "plate" });
  await context.pause(pauseMs);
  return outcome === "passed" ? vehicle : null;
}

const toExit = (vehicle: Car): Visit => ({ gate: "main-exit", vehicle, by: "plate" });

/**
 * Lets cars leave; returns those that are still inside when the scenario is stopped. The deck reopens only when two places
 * are free, so a visitor that comes after the first exit is still turned away.
 */
async function leave(context: ScenarioContext, parked: readonly Car[]): Promise<Car[]> {
  for (const [index, vehicle] of parked.entries()) {
    if (context.isStopped()) return parked.slice(index);
    await context.driveUp(toExit(vehicle));
    await context.pause(pauseMs);
    if (index === 0 && parked.length >= deckCapacity) await arrive(context, guests);
  }
  return [];
}
