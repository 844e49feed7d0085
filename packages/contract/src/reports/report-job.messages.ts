import type { CallMessages } from "../endpoint.ts";

export const reportJobMessages = {
  "GET /reports": { failure: "Failed to fetch the produced reports" },
  "POST /reports": { success: "The report is being produced", failure: "Failed to produce the report" },
  "GET /reports/{id}": { failure: "Failed to fetch the report" },
  "GET /reports/{id}/file": { failure: "Failed to download the report" },
  "DELETE /reports/{id}": { success: "Report deleted", failure: "Failed to delete the report" },
  "GET /report-schedules": { failure: "Failed to fetch schedules" },
  "POST /report-schedules": { success: "Schedule added", failure: "Failed to add the schedule" },
  "PUT /report-schedules/{id}": { success: "Schedule updated", failure: "Failed to update the schedule" },
  "POST /report-schedules/{id}/run": { failure: "Failed to run the schedule" },
  "DELETE /report-schedules/{id}": { success: "Schedule deleted", failure: "Failed to delete the schedule" },
} as const satisfies CallMessages;

/** Why a report failed. */
export const reportErrors = {
  diskFull: "The disk of the server is nearly full. Free some space or keep reports for fewer days, then try again.",
  interrupted: "The server was restarted twice while it produced this report. Please try again.",
  outOfMemory: "The report needs too much memory. Choose a shorter period or filters, or CSV, which needs least.",
  typeDisabled: "No enabled report type is left. Choose the report types under Reporting.",
} as const;
