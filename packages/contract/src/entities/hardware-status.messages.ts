import type { CallMessages } from "../endpoint.ts";

export const hardwareStatusMessages = {
  "GET /hardware/status": { failure: "Failed to fetch the status of the hardware" },
  "GET /hardware/barrier-positions": { failure: "Failed to fetch the positions of the barriers" },
} as const satisfies CallMessages;
