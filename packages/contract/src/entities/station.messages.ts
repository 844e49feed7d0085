import type { CallMessages } from "../endpoint.ts";
import { type AwayReason, awayTitles } from "./station.ts";

/** Messages of the gate station. */
export const stationMessages = {
  "GET /station/{gateId}": { failure: "Failed to fetch the vehicles at the gate" },
  "GET /station/{gateId}/handover": { failure: "Failed to fetch the handover" },
  "POST /station/{gateId}/handover": { success: "You have taken over", failure: "Failed to take over" },
  "POST /station/{gateId}/notes": { success: "Note added", failure: "Failed to add the note" },
  "POST /events/{module}/{id}/open": { failure: "Failed to open the gate" },
  "POST /events/{module}/{id}/handle": { failure: "Failed to show your colleagues that you handle it" },
  "POST /events/{module}/{id}/deny": { success: "Turned away", failure: "Failed to turn the vehicle away" },
} as const satisfies CallMessages;

/** Messages of rejected input. */
export const stationErrors = {
  unknownPass: "This pass does not exist or does not apply here and now",
  foreignEvent: "This event did not happen at this gate",
  /** The error message when a vehicle was already let in, with the person who let it in. */
  alreadyOpened: (by: string) => `${by} has already opened the gate for this vehicle`,
  /** The error message for a vehicle that may not be at the barrier. */
  mayHaveLeft: (away: AwayReason) => `${awayTitles[away]}. Check that this vehicle is still at the barrier.`,
} as const;
