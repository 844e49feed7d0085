import * as z from "zod";
import { idPattern, patchOf } from "../../crud.ts";
import { defineEndpoints, type Reshape, type Schema } from "../../endpoint.ts";
import { idParams, recordId } from "../../fields/record.ts";
import { moduleInPath } from "../../modules/module-in-path.ts";
import { testEndpoint } from "../../test-endpoint.ts";
import { binaryDraft, display, gridDraft, multimediaDraft, multimediaPatchable } from "./display.ts";

const tag = "Displays";

/** The labelled variables of a grid may stand beside additionalInfo. */
const nestGridVariables: Reshape = (body) => {
  const { variables, ...rest } = body;
  const info = body.additionalInfo as Readonly<Record<string, unknown>> | undefined;
  const isLabelled = Array.isArray(variables) && variables.length > 0 && variables.every((entry) => entry?.label);
  return isLabelled && info?.variables === undefined ? { ...rest, additionalInfo: { ...info, variables } } : body;
};

const create = <Body extends Schema>(kind: string, body: Body) =>
  ({
    tag,
    summary: `Add a ${kind} display`,
    body,
    roundTrip: true,
    response: display,
    status: 201,
    errors: ["record/taken"],
  }) as const;

const change = <Body extends Schema>(kind: string, body: Body) =>
  ({
    tag,
    summary: `Change a ${kind} display`,
    params: idParams,
    body,
    roundTrip: true,
    response: display,
    errors: ["record/not-found", "record/taken", "record/changed"],
  }) as const;

export const displayEndpoints = defineEndpoints(
  { read: "view", write: "devices", gates: "displays" },
  {
    "GET /displays/{module}": {
      tag,
      summary: "List a module's displays",
      params: z.object({ module: moduleInPath }),
      response: z.array(display),
    },
    "GET /displays/{id}": {
      tag,
      summary: "Read one display",
      params: idParams,
      pathPatterns: idPattern,
      response: display,
      errors: ["record/not-found"],
    },
    "DELETE /displays/{id}": {
      tag,
      summary: "Delete a display",
      params: idParams,
      status: 204,
      errors: ["record/not-found", "record/in-use"],
    },
  },
);

export const gridEndpoints = defineEndpoints(
  { read: "view", write: "devices", gates: "displays" },
  {
    "POST /displays/grid": { ...create("grid", gridDraft), reshape: nestGridVariables },
    "PUT /displays/grid/{id}": { ...change("grid", gridDraft), reshape: nestGridVariables },
    "PATCH /displays/grid/{id}": change("grid", patchOf(gridDraft)),
  },
);

/** Indicators. */
export const binaryEndpoints = defineEndpoints(
  { read: "view", write: "devices", gates: "displays" },
  {
    "POST /displays/binary": create("binary", binaryDraft),
    "PUT /displays/binary/{id}": change("binary", binaryDraft),
    "PATCH /displays/binary/{id}": change("binary", patchOf(binaryDraft)),
  },
);

/** Multimedia screens. */
export const multimediaEndpoints = defineEndpoints(
  { read: "view", write: "devices", gates: "displays" },
  {
    "POST /displays/multimedia": create("multimedia", multimediaDraft),
    "PUT /displays/multimedia/{id}": change("multimedia", multimediaDraft),
    "PATCH /displays/multimedia/{id}": change("multimedia", patchOf(multimediaPatchable)),
  },
);

/** The lamp state that a command sets. */
export const lampEndpoints = defineEndpoints(
  { read: "view", write: "devices", gates: "displays" },
  {
    "GET /displays/{id}/lamp": {
      tag,
      summary: "For how long a command still keeps an indicator switched",
      params: idParams,
      /** 0 if no command is active. */
      response: z.object({ switchedForMs: z.int().min(0) }),
      errors: ["record/not-found"],
    },
  },
);

/** The endpoints besides create, read, update and delete. */
export const displayExtraEndpoints = defineEndpoints(
  { read: "view", write: "devices", gates: "displays" },
  {
    "GET /displays/templates": {
      tag,
      summary: "List the templates of multimedia displays",
      gates: "shared",
      response: z.array(z.object({ id: recordId, name: z.string(), keys: z.array(z.string()) })),
    },
    "POST /displays/{id}/test": testEndpoint(tag, "Show a test text", "displays"),
  },
);
