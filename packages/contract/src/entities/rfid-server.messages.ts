import type { CallMessages } from "../endpoint.ts";

export const rfidServerMessages = {
  "GET /configs/pzapp-rfid-server-details": { failure: "Failed to fetch RFID server settings" },
  "PUT /configs/pzapp-rfid-server-details": { success: "Updated successfully.", failure: "Failed to update port." },
  "GET /configs/pzapp-rfid-server-details/status": { failure: "Failed to fetch the state of the RFID server" },
} as const satisfies CallMessages;
