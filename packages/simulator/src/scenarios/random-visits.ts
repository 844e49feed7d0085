import { expired, residents, strangers, visitors } from "../plan/vehicle-plan.ts";
import type { Visit } from "../traffic/traffic.ts";
import type { Stage } from "./scenario.ts";

const tagged = residents.filter(({ tag }) => tag !== null);

/** Someone who comes: mostly residents, now and then a tag, a visitor, a supplier or someone who may not. */
export function arrival({ pick, happens, isHere }: Stage): Visit {
  const one = <T extends { plate: string }>(list: readonly T[]) => {
    const outside = list.filter(({ plate }) => !isHere(plate));
    return pick(outside.length > 0 ? outside : list);
  };
  if (happens(0.15)) return { gate: "main-entry", vehicle: one(strangers), by: "plate" };
  if (happens(0.06)) return { gate: "main-entry", vehicle: one(expired), by: "plate" };
  if (happens(0.15)) return { gate: "visitors-entry", vehicle: one(visitors), by: "plate" };
  if (happens(0.12)) return { gate: "service-gate", vehicle: one(residents), by: "plate", direction: "N" };
  if (happens(0.3)) return { gate: "main-entry", vehicle: one(tagged), by: "tag" };
  return { gate: "main-entry", vehicle: one(residents), by: "plate" };
}

/** Someone who goes; nobody where nobody is inside. */
export function departure({ pick, happens, inside }: Stage): Visit | null {
  const vehicles = inside();
  if (vehicles.length === 0) return null;
  const vehicle = pick(vehicles);
  if (happens(0.12)) return { gate: "service-gate", vehicle, by: "plate", direction: "X" };
  return { gate: "main-exit", vehicle, by: vehicle.tag !== null && happens(0.4) ? "tag" : "plate" };
}
