import type { CallMessages } from "../endpoint.ts";
import { type GateType, gateTypeTitles } from "../fields/gate-types.ts";

export const gateMessages = {
  "GET /gates": { failure: "Failed to fetch gates" },
  "POST /gates": { success: "Added successfully.", failure: "Failed to add gate: " },
  "PUT /gates/{id}": { success: "Updated successfully.", failure: "Failed to save changes" },
  "DELETE /gates/{id}": { success: "Gate deleted successfully", failure: "Failed to delete gate" },
} as const satisfies CallMessages;

export const gateReaderErrors = {
  notAReader: "This is a loop detector, not a reader",
  otherDirection: (reader: GateType) => `This reader is for ${gateTypeTitles[reader]}, the gate is not`,
  usedBy: (gate: string, type: GateType) =>
    `The gate ${gate} (${gateTypeTitles[type]}) uses this reader. Remove it there first`,
};
