import * as z from "zod";
import { defineEndpoints } from "../endpoint.ts";
import { cursor, limit, pageOf } from "../fields/query.ts";
import { idInPath, idParams } from "../fields/record.ts";
import {
  correctionDraft,
  dashboard,
  dashboardMapping,
  dependentVariable,
  movement,
  variable,
  variableDraft,
  variableScope,
  variableScopes,
  variableUpdate,
} from "./variable.ts";

const tag = "Variables";
const inScope = z.strictObject({ scope: variableScope });
const perhapsInScope = inScope.partial();

/** The documents leave open whether the segment is a scope or a variable's id. */
const reset = {
  tag,
  actsOn: "variables",
  summary: "Set the counts of a scope, or those behind one variable, back, each by a correction",
  params: z.object({
    scope: z.union([variableScope, idInPath], `Must be one of ${variableScopes.join(", ")}, or the id of a variable`),
  }),
  query: perhapsInScope,
  response: z.object({ variables: z.int() }),
  errors: ["record/not-found"],
} as const;

export const variableEndpoints = defineEndpoints(
  { read: "view", write: "policy", gates: "variables" },
  {
    "GET /variables": { tag, summary: "List a scope's variables", query: inScope, response: z.array(variable) },
    "GET /variables/{id}": {
      tag,
      summary: "Read one variable",
      params: idParams,
      response: variable,
      errors: ["record/not-found"],
    },
    "POST /variables": {
      tag,
      summary: "Add a variable",
      body: variableDraft,
      roundTrip: true,
      response: variable,
      status: 201,
      errors: ["record/taken", "variable/circle"],
    },
    "PUT /variables/{id}": {
      tag,
      summary: "Change a variable; its type and scope stay",
      params: idParams,
      query: perhapsInScope,
      body: variableUpdate,
      locked: ["type", "scope"],
      roundTrip: true,
      response: variable,
      errors: ["record/not-found", "record/taken", "record/changed", "variable/circle", "variable/base"],
    },
    "DELETE /variables/{id}": {
      tag,
      summary: "Delete a variable that nothing depends on; its scope may also be in a body",
      params: idParams,
      query: perhapsInScope,
      status: 204,
      errors: ["record/not-found", "record/in-use", "variable/base"],
    },
    "GET /variables/dependency/{id}": {
      tag,
      summary: "List what depends on a variable, or on a camera or sensor through its variables",
      gates: "own",
      params: idParams,
      query: inScope.extend({ type: z.enum(["variable", "camera", "sensor"], "Must be variable, camera or sensor") }),
      response: z.array(dependentVariable),
    },
    "GET /variables/{id}/movements": {
      tag,
      summary: "Page through the events and corrections behind a value, the latest first",
      // The steps name the events and variables of every gate that is counted.
      gates: { record: "variables", needs: "all" },
      params: idParams,
      query: z.strictObject({ cursor, limit }),
      response: pageOf(movement),
      errors: ["record/not-found", "cursor/invalid"],
    },
    "POST /variables/{id}/corrections": {
      tag,
      actsOn: "variables",
      summary: "Correct a value to what was counted, with a reason",
      params: idParams,
      body: correctionDraft,
      response: variable,
      status: 201,
      errors: ["record/not-found", "variable/constant"],
    },
    "GET /variables/dashboard": {
      tag,
      summary: "The variables mapped to the reporting dashboard, with their values of today",
      gates: "own",
      response: dashboard,
    },
    "POST /variables/publish": {
      tag,
      actsOn: "variables",
      summary: "Send a scope's variables that carry the publish flag to the cloud",
      body: inScope,
      response: z.object({ variables: z.int() }),
      errors: ["cloud/no-address"],
    },
    "POST /variables/reset/{scope}": reset,
    "PUT /variables/reset/{scope}": reset,
    "POST /variables/{id}/dashboard-mapping": {
      tag,
      summary: "Show a variable on the reporting dashboard",
      params: idParams,
      body: dashboardMapping,
      response: variable,
      errors: ["record/not-found", "record/changed", "variable/not-mappable"],
    },
    "POST /variables/{id}/remove-dashboard-mapping": {
      tag,
      summary: "Remove a variable from the reporting dashboard",
      params: idParams,
      response: variable,
      errors: ["record/not-found", "record/changed"],
    },
  },
);
