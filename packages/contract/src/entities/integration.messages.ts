import type { CallMessages } from "../endpoint.ts";

export const integrationMessages = {
  "GET /integration-keys": { failure: "Failed to fetch integration keys" },
  "POST /integration-keys": { failure: "Failed to create the key" },
  "DELETE /integration-keys/{id}": { success: "Key revoked", failure: "Failed to revoke the key" },
} as const satisfies CallMessages;
