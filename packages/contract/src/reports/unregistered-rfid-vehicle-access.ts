import type { Report } from "./report.ts";

/** Tags that nobody knew. */
export const unregisteredRfidVehicleAccess = {
  code: "UNREGISTERED_RFID_VEHICLE_ACCESS",
  title: "Unregistered RFID Vehicle Access Report",
} as const satisfies Report;
