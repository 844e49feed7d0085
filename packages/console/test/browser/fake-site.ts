import { type Api, type ApiKey, api } from "@gatehouse/contract/api";
import type { CallInput, Checked, Endpoint, ResponseOf } from "@gatehouse/contract/endpoint";
import type { ConfigValue } from "@gatehouse/contract/entities/config-value";
import { liveTopics } from "@gatehouse/contract/entities/live";
import { type RequiredConfigKey, requiredConfigs } from "@gatehouse/contract/entities/required-configs";
import { apiErrors, type ErrorCode, type ErrorResponse } from "@gatehouse/contract/errors";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import { everyModule } from "@gatehouse/contract/modules/visible-menu";
import { builtInRoles, isBuiltInRole, notPermitted, type Permission } from "@gatehouse/contract/permissions";
import { apiPath, runtimeConfigPath } from "@gatehouse/contract/runtime-config";
import { validate } from "@gatehouse/contract/validation";
import type * as z from "zod";
import { emptyValue } from "./empty-value.ts";

type Fields = Record<string, unknown>;
type Row = Fields & { id: number; version: number };
type Responses<K extends ApiKey> = ResponseOf<Api[K]> | Response;
type Handler<K extends ApiKey> = (input: Checked<Api[K]>) => Responses<K> | Promise<Responses<K>>;

/** An error response of the contract. */
class HttpError extends Error {
  readonly status: number;
  readonly body: ErrorResponse;
  constructor(code: ErrorCode, details: Partial<ErrorResponse>) {
    super(code);
    this.status = apiErrors[code].status;
    this.body = { code, message: apiErrors[code].text, ...details };
  }
}

/** Creates an error response, for handlers to throw. */
export const httpError = (code: ErrorCode, details: Partial<ErrorResponse> = {}): Error => new HttpError(code, details);

/** Creates the error response to invalid fields. */
export function invalidFields(errors: { path: string; message: string }[], code: ErrorCode = "request/invalid"): Error {
  const messages = errors.map(({ path, message }) => (code === "request/invalid" ? `${path}: ${message}` : message));
  return httpError(code, { message: messages.length === 1 ? String(messages[0]) : messages, errors });
}

const noticeMs = 20;

/** A signed-in person; what they may do follows from their role. */
interface Person {
  username: string;
  role: string;
  gateIds: readonly number[] | null;
}

function mayCall(
  granted: readonly Permission[],
  { gateIds }: Person,
  { access, permission, gates }: Endpoint,
): boolean {
  if (access !== undefined) return true;
  const isPermitted = [permission ?? []].flat().some((each) => granted.includes(each));
  return isPermitted && (gateIds === null || gates !== undefined);
}

/** The endpoints, those without parameters first. */
const routes = Object.entries<Endpoint>(api)
  .map(([key, endpoint]) => {
    const [method = "", path = ""] = key.split(" ");
    const pattern = path.replaceAll(
      /\{(\w+)\}/g,
      (_, name: string) => `(?<${name}>${endpoint.pathPatterns?.[name] ?? "[^/]+"})`,
    );
    return { key: key as ApiKey, endpoint, method, path, pattern: new RegExp(`^${pattern}$`) };
  })
  .toSorted((one, other) => Number(one.path.includes("{")) - Number(other.path.includes("{")));

/**
 * A server in the memory of the browser. It checks requests and its responses with the contract. Every table of the contract
 * can be listed, read and changed; what else an endpoint does, a test defines with `answer`.
 */
export function createFakeSite() {
  const tables = new Map<string, Row[]>();
  const settings = new Map<string, Fields>();
  const handlers = new Map<string, (input: never) => unknown>();
  /** The people of the open sessions, by token. */
  const sessions = new Map<string, Person>();
  const streams = new Set<ReadableStreamDefaultController<Uint8Array>>();
  let lastId = 0;

  const rows = (path: string): Row[] => {
    const table = tables.get(path) ?? [];
    tables.set(path, table);
    return table;
  };
  const insert = (path: string, fields: Fields): Row => {
    const row = { version: 1, ...fields, id: ++lastId };
    rows(path).unshift(row);
    return row;
  };
  const find = (path: string, id: unknown): Row => {
    const row = rows(path).find((each) => each.id === Number(id));
    if (row === undefined) throw httpError("record/not-found");
    return row;
  };

  /** What an endpoint does by its shape: it lists, reads, adds, changes or deletes records of the table of its path. */
  function answerByShape(
    { method, path, endpoint }: (typeof routes)[number],
    { params, query, body }: { params: Fields; query: Fields; body: Fields },
    ifMatch: number | undefined,
  ): unknown {
    const table = tableOf(path);
    const empty = emptyResponse(endpoint);
    if (method === "GET" && Array.isArray(empty)) return rows(table).filter(matches({ ...params, ...query }));
    if (method === "GET" && isPage(empty)) {
      const found = rows(table).filter(matches({ ...params, ...query }));
      const [page, size] = [Number(query.page ?? 0), Number(query.size ?? 100)];
      return { ...empty, data: found.slice(page * size, (page + 1) * size), total: found.length, page, size };
    }
    if (path.endsWith("/{id}")) {
      const row = find(table, params.id);
      if (method === "GET") return row;
      if (ifMatch !== undefined && ifMatch !== row.version) throw httpError("record/changed", { current: row });
      if (method === "DELETE") rows(table).splice(rows(table).indexOf(row), 1);
      else
        Object.assign(row, method === "PUT" && unsent(endpoint, empty as Fields), body, { version: row.version + 1 });
      return row;
    }
    if (method === "GET") return settings.has(path) ? { ...(empty as Fields), ...settings.get(path) } : empty;
    if (method === "PUT") {
      const stored = settings.get(path);
      const version = Number(stored?.version ?? 0);
      if (ifMatch !== undefined && ifMatch !== version) throw httpError("record/changed", { current: stored });
      const isVersioned = fieldsOf(endpoint.response).includes("version");
      settings.set(path, { ...stored, ...body, ...(isVersioned && { version: version + 1 }) });
    }
    if (method === "POST" && !path.includes("{") && isRecord(empty)) return insert(path, { ...empty, ...body });
    return { ...(empty as Fields), ...settings.get(path) };
  }

  async function respond(person: Person | undefined, request: Request): Promise<Response> {
    const url = new URL(request.url);
    const path = url.pathname.slice(apiPath.length);
    const route = routes.find(({ method, pattern }) => method === request.method && pattern.test(path));
    if (route === undefined) throw httpError("route/unknown");
    const { key, endpoint } = route;
    if (endpoint.access !== "public" && person === undefined) throw httpError("auth/not-signed-in");
    if (person !== undefined && !mayCall(permissionsOf(person), person, endpoint)) {
      throw httpError("auth/not-permitted", { message: notPermitted([endpoint.permission ?? []].flat()) });
    }
    if (endpoint.stream !== undefined) return openStream(request.signal);
    const text = await request.text();
    const sent = text === "" ? {} : (JSON.parse(text) as Fields);
    const input = {
      params: check(endpoint.params, route.pattern.exec(path)?.groups ?? {}, "record/not-found"),
      query: check(endpoint.query, Object.fromEntries(url.searchParams)),
      body: check(endpoint.body, withoutEchoes(endpoint, endpoint.reshape?.(sent) ?? sent)),
    };
    const version = /\d+/.exec(request.headers.get("if-match") ?? "")?.[0];
    const ifMatch = version === undefined ? undefined : Number(version);
    const handler = handlers.get(key);
    const result = await (handler ? handler({ ...input, person } as never) : answerByShape(route, input, ifMatch));
    if (request.method !== "GET") publish();
    if (result instanceof Response) return result;
    if (endpoint.response === undefined) return new Response(null, { status: 204 });
    const { value, errors } = validate(endpoint.response as unknown as z.ZodType, result);
    if (errors.length > 0) throw new Error(`${key} answered ${JSON.stringify(result)}: ${JSON.stringify(errors)}`);
    return Response.json(value, { status: endpoint.status ?? 200 });
  }

  const permissionsOf = ({ role }: Person): Permission[] => [
    ...(isBuiltInRole(role)
      ? builtInRoles[role].permissions
      : ((rows("/roles").find(({ name }) => name === role)?.permissions ?? []) as Permission[])),
  ];

  const titleOf = (role: string) => (isBuiltInRole(role) ? builtInRoles[role].title : role);

  function accountOf(person: Person) {
    const granted = permissionsOf(person);
    const isOpen = ([, endpoint]: [string, Endpoint]) => mayCall(granted, person, endpoint);
    return {
      ...person,
      roleTitle: titleOf(person.role),
      permissions: granted,
      calls: Object.entries<Endpoint>(api)
        .filter(isOpen)
        .map(([key]) => key),
      method: "password",
    };
  }

  function listRoles() {
    const builtIn = Object.entries(builtInRoles).map(([name, role]) => ({ ...role, id: null, version: 1, name }));
    return [...builtIn, ...rows("/roles")].map((role) => ({
      ...role,
      title: titleOf(String(role.name)),
      users: rows("/users").filter((user) => user.role === role.name).length,
    }));
  }

  /** Adds a person who has chosen a password. */
  const addPerson = (username: string, role: string, gateIds: number[] | null = null): Row & Person =>
    insert("/users", {
      ...{ username, name: username, role, gateIds, isDisabled: false, hasSecondFactor: false },
      ...{ lastSeenAt: null, invitedUntil: null },
    }) as Row & Person;

  function openStream(signal: AbortSignal): Response {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        streams.add(controller);
        controller.enqueue(encode("alive", {}));
        signal.addEventListener("abort", () => {
          streams.delete(controller);
          controller.error(signal.reason);
        });
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  }

  function send(kind: string, data: object): void {
    for (const stream of streams) stream.enqueue(encode(kind, data));
  }

  /** Notifies the console, as late as the server does, that anything may have changed. */
  const publish = () => setTimeout(() => send("changed", { topics: liveTopics }), noticeMs);
  const heartbeat = setInterval(() => send("alive", {}), 2_000);

  async function answerRequest(request: Request): Promise<Response> {
    const token = /^Bearer (.*)$/.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
    try {
      return await respond(sessions.get(token), request);
    } catch (error) {
      if (!(error instanceof HttpError)) console.error(error);
      const { status, body } = error instanceof HttpError ? error : (httpError("server/unexpected") as HttpError);
      return Response.json(body, { status });
    }
  }

  for (const [key, { scope, dataType, initial }] of Object.entries(requiredConfigs)) {
    insert("/configs", { key, scope, dataType, value: initial, isRequired: true });
  }
  settings.set("/configs/module-activation-status", everyModule(false));
  const admin = addPerson("admin", "administrator");
  handlers.set("GET /auth/me", ({ person }: { person: Person }) => accountOf(person));
  handlers.set("GET /roles", listRoles);
  handlers.set("POST /users", ({ body }: { body: Fields }) => {
    if (rows("/users").some(({ username }) => username === body.username)) {
      throw invalidFields([{ path: "username", message: "This user name already exists" }], "record/taken");
    }
    const user = Object.assign(addPerson("", ""), body, {
      invitedUntil: new Date(Date.now() + 86_400_000).toISOString(),
    });
    return { user, oneTimePassword: "one-time-password" };
  });

  /** Makes a call as the admin; throws on an error response. */
  async function call<K extends ApiKey>(key: K, input: CallInput<Api[K]>): Promise<ResponseOf<Api[K]>> {
    const {
      params = {},
      query = {},
      body,
    } = input as { params?: Fields; query?: Record<string, string>; body?: unknown };
    const [method = "", template = ""] = key.split(" ");
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
    const url = `${location.origin}${apiPath}${path}?${new URLSearchParams(query)}`;
    const headers = { authorization: `Bearer ${adminToken}` };
    const request = new Request(url, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
    const response = await answerRequest(request);
    const text = await response.text();
    if (!response.ok) throw new Error(`${key} failed: ${response.status} ${text}`);
    return (text === "" ? undefined : JSON.parse(text)) as ResponseOf<Api[K]>;
  }

  /** Opens a session of a person and returns its token. */
  function signIn(person: Person = admin): string {
    const nowS = Math.floor(Date.now() / 1000);
    const claims = { sid: crypto.randomUUID(), name: person.username, iat: nowS, exp: nowS + 3600 };
    const token = `fake.${btoa(JSON.stringify(claims))}.fake`;
    sessions.set(token, person);
    return token;
  }
  const adminToken = signIn();

  return {
    call,
    signIn,
    rows,
    insert,
    find,
    publish,
    addPerson,
    /** Adds a record to the table of the endpoint that creates or lists it; fields that aren't given are empty. */
    add(key: ApiKey, fields: Fields): never {
      const { path, endpoint } = routes.find((route) => route.key === key) as (typeof routes)[number];
      const { def } = (endpoint.response as unknown as z.core.$ZodTypes)._zod;
      const record = def.type === "array" ? emptyValue(def.element) : emptyResponse(endpoint);
      return insert(tableOf(path), { ...(record as Fields), ...fields }) as never;
    },
    /** Defines what an endpoint does; its input has been checked, and its response will be. */
    respond<K extends ApiKey>(key: K, handler: Handler<K>): void {
      handlers.set(key, handler);
    },
    /** Answers with these fields; all others are empty. */
    answerWith(key: ApiKey, fields: Fields): void {
      const { endpoint } = routes.find((route) => route.key === key) as (typeof routes)[number];
      handlers.set(key, () => ({ ...(emptyResponse(endpoint) as Fields), ...fields }));
    },
    /** Rejects a second record with the same value of a field; `complete` adds what the server adds to the input. */
    unique(key: ApiKey, field: string, message: string, complete = (body: Fields): Fields => body): void {
      const { path } = routes.find((route) => route.key === key) as (typeof routes)[number];
      handlers.set(key, ({ body }: { body: Fields }) => {
        const added = complete(body);
        const isTaken = rows(path).some(
          (row) => added[field] !== null && row[field] === added[field] && (added.scope ?? row.scope) === row.scope,
        );
        if (isTaken) throw invalidFields([{ path: field, message }], "record/taken");
        return this.add(key, added);
      });
    },
    /** Restores what an endpoint does by its shape. */
    restore(key: ApiKey): void {
      handlers.delete(key);
    },
    async switchOn(...kinds: ModuleKind[]): Promise<void> {
      settings.set("/configs/module-activation-status", {
        ...everyModule(false),
        ...Object.fromEntries(kinds.map((kind) => [kind, true])),
      });
    },
    async configure(key: RequiredConfigKey, value: ConfigValue): Promise<void> {
      Object.assign(rows("/configs").find((config) => config.key === key) ?? {}, { value });
    },
    /** Answers the console's requests. */
    fetch: async (request: Request): Promise<Response> =>
      new URL(request.url).pathname === runtimeConfigPath ? Response.json({}) : answerRequest(request),
    close: () => clearInterval(heartbeat),
  };
}

/** Whether a request is for the site, not for the files of the console. */
export function isSiteRequest(request: Request): boolean {
  const { pathname } = new URL(request.url);
  return pathname === runtimeConfigPath || pathname.startsWith(`${apiPath}/`);
}

export type FakeSite = ReturnType<typeof createFakeSite>;

function check(schema: Endpoint["body"], value: unknown, code: ErrorCode = "request/invalid"): Fields {
  if (schema === undefined) return {};
  const { value: checked, errors } = validate(schema as unknown as z.ZodType, value);
  if (errors.length > 0) throw invalidFields(errors, code);
  return checked as Fields;
}

/** The table of a path: that without its last parameters. */
const tableOf = (path: string) => path.replace(/(\/\{\w+\})+$/, "");

const emptyResponse = ({ response }: Endpoint) => response && emptyValue(response as unknown as z.core.$ZodType);

/** A row fits filters that name its fields. */
const matches = (filters: Fields) => (row: Row) =>
  Object.entries(filters).every(([name, value]) => !(name in row) || value === undefined || row[name] === value);

function fieldsOf(schema: unknown): string[] {
  if (schema === undefined) return [];
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "nullable") return fieldsOf(def.innerType);
  if (def.type === "union") return def.options.flatMap(fieldsOf);
  if (def.type === "pipe") return fieldsOf(def.in);
  return def.type === "object" ? Object.keys(def.shape) : [];
}

/** An update may send the other fields of a record back. */
function withoutEchoes({ roundTrip, body, response }: Endpoint, sent: Fields): Fields {
  if (!roundTrip) return sent;
  const [known, echoed] = [fieldsOf(body), fieldsOf(response)];
  return Object.fromEntries(Object.entries(sent).filter(([name]) => known.includes(name) || !echoed.includes(name)));
}

/** The fields that a complete update leaves out, which it clears. */
function unsent({ body, locked = [] }: Endpoint, empty: Fields): Fields {
  const names = fieldsOf(body).filter((name) => name in empty && !locked.includes(name));
  return Object.fromEntries(names.map((name) => [name, empty[name]]));
}

const isRecord = (value: unknown): value is Fields => typeof value === "object" && value !== null && "id" in value;

const isPage = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && "data" in value && "total" in value;

const encode = (kind: string, data: object) =>
  new TextEncoder().encode(`event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`);
