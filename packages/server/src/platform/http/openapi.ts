import { assertFound } from "@gatehouse/contract/assert-found";
import { type Endpoint, type EndpointKey, personAccess, type Schema } from "@gatehouse/contract/endpoint";
import { apiErrors, type ErrorCode } from "@gatehouse/contract/errors";
import { callMessages } from "@gatehouse/contract/messages";
import { permissionTitles } from "@gatehouse/contract/permissions";
import { pictureHeaders } from "@gatehouse/contract/picture-headers";
import { apiPath } from "@gatehouse/contract/runtime-config";
import { createNamedSchemas, type NamedSchemas } from "./named-schemas.ts";
import { mergeOperations } from "./openapi-merge.ts";
import { otherPaths, otherSchemas, otherSecuritySchemes, otherTags } from "./openapi-other-paths.ts";
import { toOperationIds } from "./operation-ids.ts";
import { echoedRecord } from "./request-wording.ts";

type Json = Record<string, unknown>;

const parameter = /\{(\w+)\}/g;
const everyCall: readonly ErrorCode[] = ["request/too-many", "server/unexpected"];
const signedInCall: readonly ErrorCode[] = [
  "auth/not-signed-in",
  "auth/session-ended",
  "auth/session-idle",
  "auth/session-too-old",
  "auth/account-disabled",
  "auth/second-factor-needed",
  "key/wrong-call",
  "token/invalid",
  "token/expired",
  "token/revoked",
];
/** A call that needs a permission. */
const permittedCall: readonly ErrorCode[] = ["auth/not-permitted", "auth/password-change-required"];
const keyCall: readonly ErrorCode[] = ["auth/not-signed-in", "key/invalid", "secret/too-many-attempts"];

/** Rules for every request, which the schemas don't repeat. */
const leniency = [
  "What a GET returns can be sent back in the matching POST, PUT or PATCH; a `version` in a body works like If-Match.",
  "Enumeration values are accepted in any case and by their synonyms, such as `LP` for `LICENSE_PLATE`.",
  "An optional field may be `null` or empty, and so may a query value. Responses follow the schemas exactly.",
  "One record is read by its id at the path of its list: `GET /gates/{id}`. Where the path of a list has a module, such as",
  "`GET /sensors/{module}`, a number in its place is an id. `GET /cameras/{module}/{id}` and `GET /events/{module}/{id}` need",
  "the module too. Slot controllers (by their device), users, roles, keys, tokens, sessions and waiting messages are only listed.",
].join(" ");

/** Generates the OpenAPI 3.1 document from the contract's table. */
export function openApiDocument(api: Record<EndpointKey, Endpoint>, version: string): Json {
  const paths: Record<string, Json> = {};
  const canonical = new Map<string, string>();
  const schemas = createNamedSchemas(api);
  const ids = toOperationIds(api);
  for (const [key, endpoint] of Object.entries(api).sort(([a], [b]) => a.localeCompare(b))) {
    const [method = "", declared = ""] = key.split(" ");
    // OpenAPI identifies a path by its shape: `/configs/{scope}` and `/configs/{id}` must use the same parameter names.
    const shape = declared.replaceAll(parameter, "{}");
    const path = canonical.get(shape) ?? declared;
    canonical.set(shape, path);
    const operationId = ids.get(key as EndpointKey);
    const call = {
      operationId,
      ...operation(key as EndpointKey, endpoint, renamedParameters(declared, path), schemas),
    };
    const known = paths[path]?.[method.toLowerCase()] as Json | undefined;
    paths[path] = { ...paths[path], [method.toLowerCase()]: known ? mergeOperations(known, call) : call };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Gatehouse",
      version,
      description: leniency,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: apiPath }],
    security: [{ session: [] }],
    tags: [...new Set(Object.values(api).map(({ tag }) => tag)), ...otherTags].sort().map((name) => ({ name })),
    paths: { ...paths, ...otherPaths },
    components: {
      securitySchemes: {
        session: { type: "http", scheme: "bearer", description: "A session or personal access token of a person" },
        key: { type: "http", scheme: "bearer", description: "The API key of another system, or of a screen" },
        ...otherSecuritySchemes,
      },
      headers: {
        RequestId: {
          description: "The id of the request in the server's log",
          schema: { type: "string", format: "uuid" },
        },
        RetryAfter: { description: "Seconds to wait before the next attempt", schema: { type: "integer", minimum: 1 } },
      },
      schemas: { Error: errorSchema, ...otherSchemas, ...schemas.components },
    },
  };
}

const namesIn = (path: string) => [...path.matchAll(parameter)].map(([, name = ""]) => name);

function renamedParameters(declared: string, path: string): Map<string, string> {
  const names = namesIn(path);
  return new Map(
    namesIn(declared).map((name, index) => [
      name,
      assertFound(names[index], `${path} lacks a parameter of ${declared}`),
    ]),
  );
}

function operation(key: EndpointKey, endpoint: Endpoint, renamed: Map<string, string>, schemas: NamedSchemas): Json {
  const messages = callMessages[key];
  return {
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...descriptionOf(endpoint),
    ...securityOf(endpoint),
    ...(messages ? { "x-messages": messages } : {}),
    parameters: [
      ...parameters(schemas, "path", endpoint.params, renamed),
      ...parameters(schemas, "query", endpoint.query),
      ...parameters(schemas, "header", endpoint.headers),
    ],
    ...bodyOf(endpoint, schemas),
    responses: withHeaders({ ...successOf(endpoint, schemas), ...errorsOf(endpoint) }),
  };
}

/** Who may make the call. */
function descriptionOf({ access, permission }: Endpoint): Json {
  if (permission === undefined)
    return access === "integration" ? { description: "Needs an API key for integrations." } : {};
  const needed = [permission].flat().map((one) => `\`${one}\` (${permissionTitles[one]})`);
  return { description: `Needs the permission ${needed.join(" or ")}.` };
}

function securityOf({ access }: Endpoint): Json {
  if (access === "public") return { security: [] };
  return personAccess.includes(access) ? {} : { security: [{ key: [] }] };
}

/** Every response has the id of its request; one that limits the rate of calls says how long to wait. */
function withHeaders(responses: Json): Json {
  const requestId = { "x-request-id": { $ref: "#/components/headers/RequestId" } };
  const retryAfter = { "retry-after": { $ref: "#/components/headers/RetryAfter" } };
  const entries = Object.entries(responses as Record<string, Json>).map(([status, response]) => {
    const isWaiting = status === "429" || status === "503";
    const headers = { ...(response.headers as Json), ...requestId, ...(isWaiting && retryAfter) };
    return [status, { ...response, headers }];
  });
  return Object.fromEntries(entries);
}

function bodyOf(endpoint: Endpoint, schemas: NamedSchemas): Json {
  const { body, upload, locked = [] } = endpoint;
  if (upload !== undefined) {
    const file = { type: "string", format: "binary" };
    const schema = { type: "object", required: [upload], properties: { [upload]: file } };
    return { requestBody: { required: true, content: { "multipart/form-data": { schema } } } };
  }
  if (!body) return {};
  const entered = withoutLocked(schemas.resolve(schemas.toJson(body, "input")), locked);
  const record = echoedRecord(endpoint);
  const schema = record ? withEchoed(entered, schemas.resolve(schemas.toJson(record, "output"))) : entered;
  return { requestBody: { required: true, content: { "application/json": { schema } } } };
}

/** An update may omit what it can't change. */
function withoutLocked(body: Json, locked: readonly string[]): Json {
  const options = ["oneOf", "anyOf"].find((key) => Array.isArray(body[key]));
  if (options) return { ...body, [options]: (body[options] as Json[]).map((option) => withoutLocked(option, locked)) };
  if (!Array.isArray(body.required)) return body;
  return { ...body, required: body.required.filter((name: string) => !locked.includes(name)) };
}

/** Adds the fields of the response that may be sent back unchanged. */
function withEchoed(body: Json, record: Json): Json {
  const options = ["oneOf", "anyOf"].find((key) => Array.isArray(body[key]));
  if (options) return { ...body, [options]: (body[options] as Json[]).map((option) => withEchoed(option, record)) };
  const own = body.properties as Json | undefined;
  const echoed = Object.entries(record.properties as Record<string, Json>)
    .filter(([name]) => own && !Object.hasOwn(own, name))
    .map(([name, schema]) => [name, { ...schema, description: "Accepted unchanged, as in the response" }]);
  return { ...body, properties: { ...own, ...Object.fromEntries(echoed) } };
}

function parameters(
  schemas: NamedSchemas,
  place: "path" | "query" | "header",
  slot: Schema | undefined,
  renamed?: Map<string, string>,
): Json[] {
  if (!slot) return [];
  const { properties = {}, required = [] } = schemas.resolve(schemas.toJson(slot, "input")) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name: renamed?.get(name) ?? name,
    in: place,
    required: place === "path" || required.includes(name),
    schema,
  }));
}

function successOf(
  { status = 200, response, stream, download, picture, redirect }: Endpoint,
  schemas: NamedSchemas,
): Json {
  if (redirect) return { 302: { description: "A redirect of the browser" } };
  if (picture) {
    const headers = Object.values(pictureHeaders).map((name) => [name, { schema: { type: "integer" } }]);
    const description = "A picture with its age in milliseconds";
    return {
      200: { description, headers: Object.fromEntries(headers), content: { "image/*": {} } },
      304: { description: "The caller has the latest picture" },
    };
  }
  if (download !== undefined) {
    return { [status]: { description: "A file", content: { [download]: { schema: { type: "string" } } } } };
  }
  if (stream) return { 200: streamOf(stream, schemas) };
  if (!response) return { [status]: { description: "Done" } };
  return {
    [status]: { description: "Done", content: { "application/json": { schema: schemas.toJson(response, "output") } } },
  };
}

/** Server-Sent Events: the `event` line and the JSON of the `data` line of each kind of message. */
function streamOf(messages: Readonly<Record<string, Schema>>, schemas: NamedSchemas): Json {
  const oneOf = Object.entries(messages).map(([event, data]) => ({
    type: "object",
    required: ["event", "data"],
    properties: { id: { type: "string" }, event: { const: event }, data: schemas.toJson(data, "output") },
  }));
  return { description: "A stream of messages", content: { "text/event-stream": { schema: { oneOf } } } };
}

function rejectedCallers({ access, permission }: Endpoint): readonly ErrorCode[] {
  if (access === "public") return [];
  if (!personAccess.includes(access)) return keyCall;
  return permission === undefined ? signedInCall : [...signedInCall, ...permittedCall];
}

function errorsOf(endpoint: Endpoint): Json {
  const takesInput = endpoint.body || endpoint.query || endpoint.upload;
  const codes: ErrorCode[] = [
    ...(takesInput ? (["request/invalid"] as const) : []),
    ...rejectedCallers(endpoint),
    ...(endpoint.errors ?? []),
    ...everyCall,
  ];
  const byStatus = Map.groupBy(codes, (code) => apiErrors[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map((code) => `\`${code}\`: ${apiErrors[code].text}`).join("\n\n"),
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    ]),
  );
}

const errorSchema = {
  type: "object",
  required: ["code", "message"],
  properties: {
    code: { type: "string", enum: Object.keys(apiErrors) },
    message: { anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] },
    requestId: { type: "string", description: "The id of the request in the server's log, also in x-request-id." },
    errors: {
      type: "array",
      items: {
        type: "object",
        required: ["path", "message"],
        properties: { path: { type: "string" }, message: { type: "string" } },
      },
    },
  },
};
