import type { CallMessages } from "../../call-messages.ts";

/** What the console says about cameras. */
export const cameraMessages = {
  "GET /cameras/{module}": { failure: "Failed to fetch cameras." },
  "PATCH /cameras/{module}/{id}": {
    success: "Lane attached to camera successfully",
    failure: "Couldn't attach lane to camera",
  },
} as const satisfies CallMessages;

/** LANE-3: the table without any. */
export const noSavedCameras = "No saved cameras";
