import type { CallMessages } from "../endpoint.ts";

export const variableMessages = {
  "GET /variables": { failure: "Failed to fetch variables" },
  "GET /variables/{id}": { failure: "Failed to fetch the variable" },
  "POST /variables": { success: "Variable created succesfully", failure: "Couldn't create variable" },
  "PUT /variables/{id}": { success: "Variable updated successfully", failure: "Failed to save changes" },
  "DELETE /variables/{id}": { success: "Variable deleted succesfully", failure: "Error while deleting variable" },
  "GET /variables/dependency/{id}": { failure: "Could not get dependent variables" },
  "GET /variables/{id}/movements": { failure: "Failed to fetch the events and corrections" },
  "POST /variables/{id}/corrections": { success: "Value corrected", failure: "Failed to correct the value" },
  "GET /variables/dashboard": { failure: "Failed to fetch the dashboard" },
  "POST /variables/publish": {
    success: "Publishing variables to the cloud",
    failure: "Failed to publish variables",
  },
  "POST /variables/reset/{scope}": { success: "Variables reset", failure: "Failed to reset variables" },
  "POST /variables/{id}/dashboard-mapping": {
    success: "Variable mapped to Dashboard",
    failure: "Failed to map variable to Dashboard.",
  },
  "POST /variables/{id}/remove-dashboard-mapping": {
    success: "Mapping removed.",
    failure: "Failed to remove mapping.",
  },
} as const satisfies CallMessages;

export const createVariableFailures = {
  constant: "Failed to create constant",
  camera: "Failed to create camera variable",
  sensor: "Failed to create variable",
  dynamic: "Failed to create dynamic variable",
} as const;

/** Further texts about variables. */
export const variableTexts = {
  missingName: "missing variable name",
  noCamera: "camera not selected",
  noSensor: "sensor not selected",
  invalidEquation: "invalid equation",
  confirmReset: "Are you sure you want to reset the variable values?",
  entryAndExit: "Entry and exit cannot be mixed",
  notInScope: "A variable of the equation does not exist",
  notOfCamera: "The equation can only use values of the chosen camera",
  notOfSensor: "The equation can only use values of the chosen sensor",
  belowZero: "Below zero: vehicles were missed or counted twice. Check the sources, then correct the value.",
  tooLarge: "The values of this equation are too large",
  /** The cycle, starting with the variable to be saved. */
  circle: (names: readonly string[]) => `This equation would refer to itself: ${names.join(" → ")}`,
  /** The notice above the dependents of a record to be deleted. */
  dependents: (noun: string) =>
    `The below variables depends on the ${noun} you are trying to delete. Please delete the dependent variables first.`,
};
