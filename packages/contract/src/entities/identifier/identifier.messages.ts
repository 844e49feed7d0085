import type { CallMessages } from "../../endpoint.ts";

export const identifierMessages = {
  "GET /ac/ids": { failure: "Failed to fetch identifiers" },
  "POST /ac/ids": { success: "Identifier added", failure: "Failed to add Identifier" },
  "PUT /ac/ids/{id}": { success: "Identifier updated", failure: "Failed to update identifier" },
  "DELETE /ac/ids/{id}": { success: "Identifier deleted", failure: "Failed to delete LP" },
  "GET /ac/ids/export": { failure: "Failed to export identifiers" },
  "POST /ac/upload-lps": { failure: "Failed to add " },
  "POST /ac/upload-rfids": { failure: "Failed to add " },
} as const satisfies CallMessages;
