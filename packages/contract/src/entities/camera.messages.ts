import type { CallMessages } from "../endpoint.ts";

const saved = { success: "Camera saved successfully", failure: "Failed to save camera" } as const;
const changed = { success: "Camera updated successfully", failure: "Failed to update camera" } as const;

export const cameraMessages = {
  "GET /cameras/{module}": { failure: "Failed to fetch cameras." },
  "POST /cameras/{module}": saved,
  "POST /cameras/anpr/{module}": saved,
  "POST /cameras/epld": saved,
  "POST /cameras/bosch/cc": saved,
  "POST /cameras/bosch/epld": saved,
  "POST /cameras/carrida": saved,
  "PUT /cameras/bosch/cc/{id}": changed,
  "PUT /cameras/bosch/epld/{id}": changed,
  "PUT /cameras/carrida/{id}": changed,
  "PATCH /cameras/{module}/{id}": changed,
  "GET /cameras/{module}/{id}/live": { failure: "Failed to fetch the camera's streams" },
  "GET /cameras/{module}/{id}/frame": { failure: "No picture from the camera" },
  "DELETE /cameras/{module}/{id}": { success: "Camera deleted successfully", failure: "Error while deleting camera" },
  "POST /cameras/{module}/sync/{id}": { success: "Camera synced successfully.", failure: "Failed to sync camera: " },
  "POST /cameras/{module}/{id}/relink": { success: "Camera relinked successfully", failure: "Failed to relink camera" },
  "DELETE /cameras/{module}/{id}/slots/{slotId}": {
    success: "Slot deleted succesfully",
    failure: "Error while deleting slot",
  },
} as const satisfies CallMessages;

export const laneCameraTexts = {
  empty: "No saved cameras",
  attached: "Lane attached to camera successfully",
  failed: "Couldn't attach lane to camera",
};

/** Texts of an empty camera panel. */
export const cameraPanelTexts = {
  none: "No cameras",
  noneSaved: "No cameras saved yet",
  /** A device that only sends events. */
  nonePushed: "No cameras yet. A camera appears here with its first event.",
};
