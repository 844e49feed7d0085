import type { CallMessages } from "../../endpoint.ts";

/** OPS-3: messages of the gate station. */
export const stationMessages = {
  "POST /events/{module}/{id}/open": { failure: "Failed to open the gate" },
} as const satisfies CallMessages;

/** Messages of refused input. */
export const stationFaults = { unknownPass: "This pass does not exist or does not apply here and now" } as const;
