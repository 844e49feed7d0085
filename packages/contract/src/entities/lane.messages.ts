import type { CallMessages } from "../endpoint.ts";

export const laneMessages = {
  "GET /lanes": { failure: "Failed to fetch lanes" },
  "POST /lanes": { success: "Lane created succesfully", failure: "Couldn't create lane" },
  "PUT /lanes/{id}": { success: "Lane updated successfully", failure: "Couldn't update lane" },
  "DELETE /lanes/{id}": { success: "Lane deleted successfully", failure: "Error while deleting lane" },
} as const satisfies CallMessages;

export const laneTexts = {
  confirmDelete: "Are you sure that you want to remove the lane ?",
  empty: "No Lanes Added Yet!",
};
