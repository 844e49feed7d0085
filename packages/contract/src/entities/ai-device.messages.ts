import type { CallMessages } from "../endpoint.ts";

export const aiDeviceMessages = {
  "GET /ai-devices/{module}": { failure: "Failed to fetch devices" },
  "POST /ai-devices": { success: "Device created successfully", failure: "Failed to create device" },
  "PATCH /ai-devices/{id}": { success: "Device updated successfully", failure: "Failed to update device" },
  "DELETE /ai-devices/{id}": { success: "Device deleted successfully", failure: "Failed to delete device" },
  "GET /ai-devices/{id}/cameras": { failure: "Failed to fetch cameras." },
} as const satisfies CallMessages;

/** Shown where a stored password can't be decrypted with the current key. */
export const passwordUnreadable = "Password unreadable, enter it again";
