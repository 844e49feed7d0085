import { metricsPath } from "@gatehouse/contract/metrics";
import { pushSecret } from "@gatehouse/contract/push-secret";
import { livenessPath, readinessPath } from "@gatehouse/contract/readiness";

const error = { content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } } };
const requestId = { "x-request-id": { $ref: "#/components/headers/RequestId" } };
const retryAfter = { "retry-after": { $ref: "#/components/headers/RetryAfter" } };
/** These paths are not below the path of the API. */
const servers = [{ url: "/" }];
const readinessErrors = { type: "array", items: { $ref: "#/components/schemas/ReadinessFault" } };

const readinessResponse = (description: string) => ({
  description,
  headers: requestId,
  content: { "application/json": { schema: { $ref: "#/components/schemas/Readiness" } } },
});

/** A push of a device. Devices send it with PUT too. */
const push = (operationId: string, method: string, parameters: readonly object[]) => ({
  tags: ["Ingest"],
  summary: "Push events of a device",
  description: [
    "The body is Gatehouse's own JSON or the format of a manufacturer; the format is recognized.",
    `\`source\` is the id of an AI device, or \`sensor-\` and the id of a reader or loop detector. The secret is sent as the`,
    `header \`${pushSecret.header}\`, as the password of Basic or Digest authentication, as a bearer token, or as the URL's`,
    `parameter \`${pushSecret.parameter}\`. A 200 means that the events are stored; anything else may be sent again with`,
    `the same event ids.${method === "put" ? " The same as POST." : ""}`,
  ].join(" "),
  operationId,
  security: [{ pushSecret: [] }, { pushSecretInUrl: [] }, { pushPassword: [] }, {}],
  parameters,
  requestBody: {
    required: true,
    content: {
      "application/json": { schema: { $ref: "#/components/schemas/PushedEvent" } },
      "application/xml": { schema: { type: "string" } },
      "multipart/form-data": { schema: { type: "object" } },
      "*/*": { schema: {} },
    },
  },
  responses: {
    200: { description: "The events are stored. The body is what the format expects", headers: requestId },
    400: {
      description: "The payload can't be read, or is in no known format; `message` says why",
      headers: requestId,
      ...error,
    },
    401: { description: "A wrong or missing secret, or an unregistered address", headers: requestId, ...error },
    413: { description: "The payload is too large", headers: requestId, ...error },
    429: {
      description: "Too many requests or wrong secrets from this address",
      headers: { ...requestId, ...retryAfter },
      ...error,
    },
    503: {
      description: "The events can't be stored at the moment; send them again",
      headers: { ...requestId, ...retryAfter },
      ...error,
    },
  },
});

const source = {
  name: "source",
  in: "path",
  required: true,
  schema: { type: "string", pattern: "^(sensor-)?[1-9]\\d*$" },
};

/** Calls that are not in the contract's table: what devices, load balancers and Prometheus call. */
export const otherPaths = {
  "/ingest/{source}": { post: push("pushEvents", "post", [source]), put: push("pushEventsWithPut", "put", [source]) },
  [livenessPath]: {
    servers,
    get: {
      tags: ["Monitoring"],
      summary: "Whether the process runs",
      operationId: "getLiveness",
      security: [],
      responses: { 200: { description: "It runs", headers: requestId } },
    },
  },
  [readinessPath]: {
    servers,
    get: {
      tags: ["Monitoring"],
      summary: "Whether the server can decide and store events",
      operationId: "getReadiness",
      security: [],
      responses: {
        200: readinessResponse("Ready, perhaps with warnings"),
        503: readinessResponse("Not ready; `failing` names the parts that don't work"),
      },
    },
  },
  [metricsPath]: {
    servers,
    get: {
      tags: ["Monitoring"],
      summary: "Metrics for Prometheus",
      description:
        "Without a token, they are read on this machine and in the networks of the configuration metricsNetworks.",
      operationId: "getMetrics",
      security: [{ metricsToken: [] }, {}],
      responses: {
        200: {
          description: "The metrics as text",
          headers: requestId,
          content: { "text/plain": { schema: { type: "string" } } },
        },
        403: { description: "A missing or wrong token, from outside these networks", headers: requestId, ...error },
        429: {
          description: "Too many wrong tokens from this address",
          headers: { ...requestId, ...retryAfter },
          ...error,
        },
      },
    },
  },
};

export const otherTags = ["Ingest", "Monitoring"];

export const otherSecuritySchemes = {
  pushSecret: { type: "apiKey", in: "header", name: pushSecret.header, description: "The secret of a device" },
  pushSecretInUrl: { type: "apiKey", in: "query", name: pushSecret.parameter },
  pushPassword: { type: "http", scheme: "basic", description: "Any user name, with the secret as the password" },
  metricsToken: { type: "http", scheme: "bearer", description: "The setting METRICS_TOKEN" },
};

export const otherSchemas = {
  ReadinessFault: {
    type: "object",
    required: ["part", "detail"],
    properties: {
      part: { type: "string", enum: ["database", "migrations", "disk", "live-updates", "field-controller"] },
      detail: { type: "string" },
    },
  },
  Readiness: {
    type: "object",
    required: ["status"],
    properties: {
      status: { type: "string", enum: ["ready", "not ready"] },
      failing: readinessErrors,
      warnings: readinessErrors,
      outage: { type: "object", description: "How the server is prepared for a database outage" },
    },
  },
  PushedEvent: {
    description: "Gatehouse's own JSON. A list of events, or `{ events: [...] }`, is accepted too",
    type: "object",
    required: ["type"],
    properties: {
      type: { type: "string", enum: ["plate", "tag", "count", "slots", "loop"] },
      id: { type: ["string", "number"], description: "The device's id of the event; optional if `at` is given" },
      source: { type: ["string", "number"], description: "The device's id of its camera, controller or detector" },
      at: { type: "string", format: "date-time", description: "The time of the event; that of arrival if omitted" },
      plate: { type: "string", description: "The plate as read, of a `plate` event" },
      confidence: { type: "number", minimum: 0, maximum: 1 },
      speed: { type: "number", description: "km/h" },
      vehicleType: { type: "string" },
      vehicleClass: { type: "string", enum: ["2w", "4w"] },
      direction: { type: "string", enum: ["N", "entry", "in", "X", "exit", "out"] },
      tag: { type: "string", description: "The number of the tag, of a `tag` event" },
      count: { type: "integer", minimum: 1, description: "Vehicles since the last report, of a `count` event" },
      slots: {
        type: "array",
        items: {
          type: "object",
          required: ["name", "state"],
          properties: {
            name: { type: "string" },
            state: { type: "string", enum: ["free", "occupied", "error"] },
          },
        },
      },
      images: {
        type: "object",
        description: "Pictures as base64",
        properties: { full: { type: "string" }, plate: { type: "string" } },
      },
    },
  },
};
