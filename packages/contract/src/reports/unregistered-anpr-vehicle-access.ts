import type { Report } from "./report.ts";

/** Plates that nobody knew. */
export const unregisteredAnprVehicleAccess = {
  code: "UNREGISTERED_ANPR_VEHICLE_ACCESS",
  title: "Unregistered ANPR Vehicle Access Report",
} as const satisfies Report;
