import type { CallMessages } from "../endpoint.ts";

export const stayMessages = {
  "GET /stays/{id}": { failure: "Failed to fetch the stay" },
  "POST /stays/{id}/discounts": { success: "Discount saved", failure: "Failed to save the discount" },
  "POST /stays/{id}/waiver": { success: "Fare waived", failure: "Failed to waive the fare" },
  "DELETE /stays/{id}/reductions": { success: "Reductions withdrawn", failure: "Failed to withdraw the reductions" },
} as const satisfies CallMessages;

/** The error message of a discount that is larger than the rest of the fare. */
export const discountTooLarge = (rest: string): string => `At most ${rest}: this is left of the fare`;
