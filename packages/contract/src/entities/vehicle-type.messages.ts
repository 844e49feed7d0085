import type { CallMessages } from "../endpoint.ts";

export const vehicleTypeMessages = {
  "GET /configs/rfid-ac/vehicle-types": { failure: "Failed to fetch vehicle types" },
  "PUT /configs/rfid-ac/vehicle-types": { success: "Updated successfully.", failure: "Failed to update." },
} as const satisfies CallMessages;
