import type { CallMessages } from "../../endpoint.ts";

/** Messages about hardware states. */
export const hardwareStatusMessages = {
  "GET /hardware/status": { failure: "Failed to fetch the state of the hardware" },
} as const satisfies CallMessages;
