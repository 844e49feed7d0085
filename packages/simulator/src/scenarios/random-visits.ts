import { gatePlans } from "../plan/gate-plan.ts";
import {
  contractors,
  deliveries,
  expiredVehicles,
  guests,
  residents,
  staff,
  unknownVehicles,
  type Vehicle,
  visitors,
} from "../plan/vehicle-plan.ts";
import type { Visit } from "../traffic/traffic.ts";
import type { ScenarioContext } from "./scenario.ts";

const taggedResidents = residents.filter(({ tag }) => tag !== null);

/** Picks an arrival: mostly residents, sometimes by tag, sometimes a visitor or a vehicle without access. */
export const pickArrival = (context: ScenarioContext): Visit => withFeed(context, pickEntry(context));

/** Picks a resident with a tag at the main entry, who is always admitted. */
export const pickTagArrival = (context: ScenarioContext): Visit => ({
  gate: "main-entry",
  vehicle: pickOutside(context, taggedResidents),
  by: "tag",
});

/** Picks a visitor at the visitors’ entry. */
export const pickVisitor = (context: ScenarioContext): Visit =>
  withFeed(context, {
    gate: "visitors-entry",
    vehicle: pickOutside(context, context.chance(0.3) ? visitors : guests),
    by: "plate",
  });

/** Picks a vehicle that is not on the site, if there is one. */
function pickOutside({ pick, isOnSite }: ScenarioContext, list: readonly Vehicle[]): Vehicle {
  const outside = list.filter(({ plate }) => !isOnSite(plate));
  return pick(outside.length > 0 ? outside : list);
}

function pickEntry(context: ScenarioContext): Visit {
  const { chance } = context;
  const arrive = (gate: string, list: readonly Vehicle[]): Visit => ({
    gate,
    vehicle: pickOutside(context, list),
    by: "plate",
    ...(gate === "service-gate" && { direction: "N" as const }),
  });
  if (chance(0.12)) return arrive("main-entry", unknownVehicles);
  if (chance(0.06)) return arrive("main-entry", expiredVehicles);
  if (chance(0.15)) return pickVisitor(context);
  if (chance(0.1)) return arrive("service-gate", contractors);
  if (chance(0.08)) return arrive("service-gate", deliveries);
  if (chance(0.06)) return arrive("service-gate", residents);
  if (chance(0.25)) return arrive("main-entry", staff);
  if (chance(0.3)) return pickTagArrival(context);
  return arrive("main-entry", residents);
}

/** Picks a departure; null if no car is inside. */
export function pickDeparture(context: ScenarioContext): Visit | null {
  const visit = pickExit(context);
  return visit && withFeed(context, visit);
}

/** Lets the cameras of a gate take turns: each format of the plan is pushed. */
function withFeed({ pick }: ScenarioContext, visit: Visit): Visit {
  const camera = gatePlans.find(({ name }) => name === visit.gate)?.camera;
  return visit.by === "tag" || !camera ? visit : { ...visit, feed: pick([camera.feed, ...camera.otherFeeds]) };
}

function pickExit({ pick, chance, inside }: ScenarioContext): Visit | null {
  const vehicles = inside();
  if (vehicles.length === 0) return null;
  const vehicle = pick(vehicles);
  if (chance(0.12)) return { gate: "service-gate", vehicle, by: "plate", direction: "X" };
  return { gate: "main-exit", vehicle, by: vehicle.tag !== null && chance(0.4) ? "tag" : "plate" };
}
