import { gatePlans } from "../plan/gate-plan.ts";
import { expiredVehicles, residents, unknownVehicles, visitors } from "../plan/vehicle-plan.ts";
import type { Visit } from "../traffic/traffic.ts";
import type { ScenarioContext } from "./scenario.ts";

const taggedResidents = residents.filter(({ tag }) => tag !== null);

/** Picks an arrival: mostly residents, sometimes by tag, sometimes a visitor or a vehicle without access. */
export const pickArrival = (context: ScenarioContext): Visit => withFeed(context, pickEntry(context));

function pickEntry({ pick, chance, isOnSite }: ScenarioContext): Visit {
  const pickOutside = <T extends { plate: string }>(list: readonly T[]) => {
    const outside = list.filter(({ plate }) => !isOnSite(plate));
    return pick(outside.length > 0 ? outside : list);
  };
  if (chance(0.15)) return { gate: "main-entry", vehicle: pickOutside(unknownVehicles), by: "plate" };
  if (chance(0.06)) return { gate: "main-entry", vehicle: pickOutside(expiredVehicles), by: "plate" };
  if (chance(0.15)) return { gate: "visitors-entry", vehicle: pickOutside(visitors), by: "plate" };
  if (chance(0.12)) return { gate: "service-gate", vehicle: pickOutside(residents), by: "plate", direction: "N" };
  if (chance(0.3)) return { gate: "main-entry", vehicle: pickOutside(taggedResidents), by: "tag" };
  return { gate: "main-entry", vehicle: pickOutside(residents), by: "plate" };
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
