import type { CallMessages } from "../endpoint.ts";

export const overviewMessages = {
  "GET /overview": { failure: "Failed to fetch the figures" },
  "GET /overview/series": { failure: "Failed to fetch the chart" },
  "GET /overview/openings": { failure: "Failed to fetch the manual openings" },
  "GET /overview/openings/export": { failure: "Failed to export the manual openings" },
  "GET /overview/gates": { failure: "Failed to fetch the gates" },
  "GET /overview/areas": { failure: "Failed to fetch the counts of the areas" },
  "PUT /overview/areas/{id}": { success: "Sources saved", failure: "Failed to save the sources" },
  "POST /overview/areas/{id}/corrections": { success: "Count corrected", failure: "Failed to correct the count" },
} as const satisfies CallMessages;

/** Messages of rejected input. */
export const areaCountErrors = { unknownVariable: "This variable does not exist" } as const;
