import type { CallMessages } from "../endpoint.ts";

export const userMessages = {
  "GET /users": { failure: "Failed to fetch users" },
  "POST /users": { failure: "Failed to invite the user" },
  "PATCH /users/{id}": { success: "User updated", failure: "Failed to update the user" },
  "DELETE /users/{id}": { success: "User deleted", failure: "Failed to delete the user" },
  "POST /users/{id}/one-time-password": { failure: "Failed to create a one-time password" },
  "POST /users/{id}/end-sessions": { success: "Signed out everywhere", failure: "Failed to end the sessions" },
  "DELETE /users/{id}/second-factor": {
    success: "Second factor removed",
    failure: "Failed to remove the second factor",
  },
  "GET /roles": { failure: "Failed to fetch roles" },
  "POST /roles": { success: "Role added", failure: "Failed to add the role" },
  "PUT /roles/{id}": { success: "Role updated", failure: "Failed to update the role" },
  "DELETE /roles/{id}": { success: "Role deleted", failure: "Failed to delete the role" },
} as const satisfies CallMessages;
