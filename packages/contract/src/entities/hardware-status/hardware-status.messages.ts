import type { CallMessages } from "../../endpoint.ts";

/** Messages about the status of hardware. */
export const hardwareStatusMessages = {
  "GET /hardware/status": { failure: "Failed to fetch the status of the hardware" },
} as const satisfies CallMessages;
