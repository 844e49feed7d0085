import type { CallMessages } from "../endpoint.ts";

/** Messages about the status of hardware. */
export const hardwareStatusMessages = {
  "GET /hardware/status": { failure: "Failed to fetch the status of the hardware" },
  "GET /hardware/barrier-positions": { failure: "Failed to fetch the positions of the barriers" },
} as const satisfies CallMessages;
