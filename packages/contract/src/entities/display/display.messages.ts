import type { CallMessages } from "../../endpoint.ts";

const added = { success: "Added successfully.", failure: "Failed to add display" } as const;
const changed = { success: "Updated successfully.", failure: "Failed to save changes" } as const;

/** Shown where a stored community string can't be decrypted with the current key. */
export const communityUnreadable = "Community string unreadable, enter it again";

export const displayMessages = {
  "GET /displays/{module}": { failure: "Failed to fetch displays" },
  "GET /displays/templates": { failure: "Failed to fetch templates" },
  "GET /displays/{id}/lamp": { failure: "Failed to fetch the lamp state" },
  "POST /displays/grid": added,
  "POST /displays/binary": added,
  "POST /displays/multimedia": added,
  "PUT /displays/grid/{id}": changed,
  "PUT /displays/binary/{id}": changed,
  "PUT /displays/multimedia/{id}": changed,
  "DELETE /displays/{id}": { success: "Display deleted successfully", failure: "Failed to delete display" },
  "GET /displays/{module}/screens": { failure: "Failed to fetch the screens" },
  "POST /displays/{id}/key": { success: "Link created", failure: "Failed to create the link" },
  "DELETE /displays/{id}/key": { success: "Link revoked", failure: "Failed to revoke the link" },
  "POST /displays/{id}/test": { failure: "Failed to test display" },
} as const satisfies CallMessages;
