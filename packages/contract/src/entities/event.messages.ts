import type { CallMessages } from "../endpoint.ts";

export const eventMessages = {
  "GET /events/{module}": { failure: "Failed to fetch events" },
  "GET /events/{module}/count": { failure: "Failed to count events" },
  "GET /events/{module}/sources": { failure: "Failed to fetch the sources of events" },
  "GET /events/{module}/export": { failure: "Failed to export events" },
  "GET /events/{module}/{id}/why": { failure: "Failed to fetch the decision" },
  "GET /events/{module}/{id}/evidence": { failure: "Failed to export the evidence" },
  "POST /events/{module}/{id}/correct": { success: "Plate corrected", failure: "Failed to correct the plate" },
  "POST /access/what-if": { failure: "Failed to simulate the decision" },
} as const satisfies CallMessages;

/** Messages of rejected input. */
export const correctionErrors = {
  unchanged: "This is the plate that was read",
  again: "The plate is corrected to this already",
  notAlike: "These plates don't look alike, so the camera can't learn from them",
} as const;

export const eventTexts = {
  empty: "No events",
  vehicleImageFailed: "Error loading vehicle image",
  plateImageFailed: "Error loading license plate image",
};
