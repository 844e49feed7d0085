import type { Report } from "./report.ts";

/** Passages of vehicles that the site knows. */
export const registeredVehicleAccess = {
  code: "REGISTERED_VEHICLE_ACCESS",
  title: "Registered Vehicle Access Report",
} as const satisfies Report;
