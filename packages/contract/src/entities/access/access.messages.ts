import type { CallMessages } from "../../endpoint.ts";

/** Messages about access rules and what belongs to them. */
export const accessMessages = {
  "GET /access/areas": { failure: "Failed to fetch areas" },
  "POST /access/areas": { success: "Area added", failure: "Failed to add the area" },
  "PUT /access/areas/{id}": { success: "Area updated", failure: "Failed to update the area" },
  "DELETE /access/areas/{id}": { success: "Area deleted", failure: "Failed to delete the area" },
  "GET /access/groups": { failure: "Failed to fetch groups" },
  "POST /access/groups": { success: "Group added", failure: "Failed to add the group" },
  "PUT /access/groups/{id}": { success: "Group updated", failure: "Failed to update the group" },
  "DELETE /access/groups/{id}": { success: "Group deleted", failure: "Failed to delete the group" },
  "GET /access/schedules": { failure: "Failed to fetch schedules" },
  "POST /access/schedules": { success: "Schedule added", failure: "Failed to add the schedule" },
  "PUT /access/schedules/{id}": { success: "Schedule updated", failure: "Failed to update the schedule" },
  "DELETE /access/schedules/{id}": { success: "Schedule deleted", failure: "Failed to delete the schedule" },
  "GET /access/rules": { failure: "Failed to fetch rules" },
  "POST /access/rules": { success: "Rule added", failure: "Failed to add the rule" },
  "PUT /access/rules/{id}": { success: "Rule updated", failure: "Failed to update the rule" },
  "DELETE /access/rules/{id}": { success: "Rule deleted", failure: "Failed to delete the rule" },
  "GET /access/lists": { failure: "Failed to fetch the lists" },
  "POST /access/lists": { success: "Entry added", failure: "Failed to add the entry" },
  "PUT /access/lists/{id}": { success: "Entry updated", failure: "Failed to update the entry" },
  "DELETE /access/lists/{id}": { success: "Entry deleted", failure: "Failed to delete the entry" },
  "GET /access/passes": { failure: "Failed to fetch passes" },
  "POST /access/passes": { success: "Pass added", failure: "Failed to add the pass" },
  "PUT /access/passes/{id}": { success: "Pass updated", failure: "Failed to update the pass" },
  "DELETE /access/passes/{id}": { success: "Pass deleted", failure: "Failed to delete the pass" },
  "GET /access/overrides": { failure: "Failed to fetch overrides" },
  "POST /access/overrides": { success: "Override started", failure: "Failed to start the override" },
  "PUT /access/overrides/{id}": { success: "Override updated", failure: "Failed to update the override" },
  "DELETE /access/overrides/{id}": { success: "Override ended", failure: "Failed to end the override" },
  "GET /access/presence": { failure: "Failed to fetch who is inside" },
  "POST /access/presence": { success: "Vehicle marked as inside", failure: "Failed to mark the vehicle as inside" },
  "PUT /access/presence/{id}": { success: "Presence corrected", failure: "Failed to correct the presence" },
  "DELETE /access/presence/{id}": {
    success: "Vehicle marked as outside",
    failure: "Failed to mark the vehicle as outside",
  },
} as const satisfies CallMessages;

/** RULE-2: messages of refused input. */
export const accessFaults = {
  cyclicArea: "An area can't be inside itself",
  unknownArea: "This area does not exist",
  unknownGroup: "This group does not exist",
  unknownGroups: "One of these groups does not exist",
  unknownSchedule: "This schedule does not exist",
  unknownGates: "One of these gates does not exist",
  unknownGate: "This gate does not exist",
  overrideOver: "Must be in the future",
} as const;
