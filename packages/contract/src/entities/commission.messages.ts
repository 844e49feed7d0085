import type { CallMessages } from "../endpoint.ts";

export const commissionMessages = {
  "GET /pzapp/commission": { failure: "Failed to fetch the last commissioning" },
  "POST /pzapp/commission": { success: "Devices commissioned", failure: "Failed to commission devices" },
} as const satisfies CallMessages;

/** A commissioning without a device. */
export const noneCommissioned = "No devices found to commission";
