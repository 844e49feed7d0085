import type { Endpoint, EndpointKey } from "@gatehouse/contract/endpoint";
import { callWithToken } from "@gatehouse/contract/entities/audit/audit-names";
import type { KeyPurpose } from "@gatehouse/contract/entities/integration";
import { apiPath } from "@gatehouse/contract/runtime-config";
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import { type Actor, insertAuditEntry, setActor } from "../database/audit-entry.ts";
import { withCopyTransaction } from "../database/copy-in.ts";
import type { Database } from "../database/database.ts";
import type { DatabaseHealth } from "../database/database-health.ts";
import { retryAfterDeadlock } from "../database/retry.ts";
import { readToken } from "./authorization.ts";
import type {
  AnyCall,
  AnyHandlers,
  ApiHandlers,
  Caller,
  Download,
  KeyHolder,
  LivePicture,
  Person,
  Redirect,
  ScreenHolder,
  Upload,
} from "./call.ts";
import { isOnThisMachine, originOf } from "./caller-address.ts";
import { checkInput } from "./check-input.ts";
import { readCookies, setCookie } from "./cookies.ts";
import { sendDownload, sendPicture } from "./download.ts";
import type { GateLimitedCall } from "./gate-limit.ts";
import { type HttpError, httpError } from "./http-error.ts";
import { openUpload, skipBodyParsing } from "./upload.ts";

/** The request of a token. */
export interface Attempt {
  readonly address: string;
  readonly requestId: string;
  readonly call: string;
}

/** Returns the person of a session token or personal access token; rejects one that isn't valid. */
export type Authenticate = (token: string, attempt: Attempt) => Promise<Person>;

/** The dependencies of `mountApi`. */
export interface MountParts {
  db: Database;
  /** Rejects calls while the database does not respond. */
  health: Pick<DatabaseHealth, "guard">;
  authenticate: Authenticate;
  /** Rejects a call that the person's session or token does not allow. */
  authorize(person: Person, endpoint: Endpoint, isRead: boolean): void;
  /** Undefined for calls without a limit. */
  limit(person: Person, endpoint: Endpoint, isRead: boolean): GateLimitedCall | undefined;
  /** Returns the system that holds the key; rejects a key that isn't valid for the purpose. */
  authenticateKey(key: string, purpose: KeyPurpose, address: string): Promise<KeyHolder>;
  /** Returns the display of a screen's key; rejects a key that isn't valid. */
  authenticateScreen(key: string, address: string): Promise<ScreenHolder>;
  /** Called after each write and before its response, to invalidate caches: callers must see their own writes. */
  onWrite(): void;
  /** Serves the endpoints that stream to people. */
  stream(person: Person, request: FastifyRequest, reply: FastifyReply): void;
  /** Serves the endpoints that stream to screens. */
  streamToScreen(screen: ScreenHolder, query: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

/** Serves every endpoint of the contract: authenticates the caller, validates the input, then calls the handler. */
export function mountApi<Api extends Record<EndpointKey, Endpoint>>(
  app: FastifyInstance,
  api: Api,
  apiHandlers: ApiHandlers<Api>,
  parts: MountParts,
): void {
  // The types of call and handler belong to the same endpoint; checkInput has parsed the call with its schemas.
  const handlers = apiHandlers as AnyHandlers;
  const entries = Object.entries<Endpoint>(api);
  for (const [key, endpoint] of entries.filter(([, { upload }]) => upload === undefined)) serve(app, key, endpoint);
  app.register(async (scope) => {
    skipBodyParsing(scope);
    for (const [key, endpoint] of entries.filter(([, { upload }]) => upload !== undefined)) serve(scope, key, endpoint);
  });

  function serve(on: FastifyInstance, key: string, endpoint: Endpoint): void {
    // The types of defineEndpoints and crud demand it; this also covers tables that are built in another way.
    if (!endpoint.access && !endpoint.permission) throw new Error(`${key} declares neither access nor permission`);
    const [method, path] = key.split(" ") as [HTTPMethods, string];
    on.route({
      method,
      url: apiPath + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => toParameter(name, endpoint)),
      ...(endpoint.bodyLimit ? { bodyLimit: endpoint.bodyLimit } : {}),
      config: { isBodyStreamed: endpoint.upload !== undefined, isStream: endpoint.stream !== undefined },
      handler: async (request, reply) => {
        const send = await parts.health.guard(() => response(key, endpoint, request, reply));
        return send();
      },
    });
  }

  /** Answers a call; returns the function that sends the answer. */
  async function response(key: string, endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) {
    const identity = await identify(key, endpoint, request, parts);
    const { person, screen } = identity;
    if (person || identity.key || screen) request.server.callerLimits.trust(request);
    const limit = person && parts.limit(person, endpoint, isRead(key));
    await limit?.check(request.params);
    if (endpoint.stream && person) return () => parts.stream(person, request, reply);
    const checked = checkInput(endpoint, request);
    if (endpoint.stream && screen) return () => parts.streamToScreen(screen, checked.query, request, reply);
    const handler = handlers[key];
    if (!handler) throw new Error(`no handler for ${key}`);
    const upload = endpoint.upload ? await openUpload(request, reply, endpoint.upload) : undefined;
    const call = createCall({ key, checked, upload, request, reply, identity, parts, limit });
    const body = await answerWithin(limit, call, handler);
    const act = toRecordedAct(endpoint, checked);
    if (act) {
      await insertAuditEntry(parts.db, act, toActor(key, identity, { requestId: request.id, address: request.ip }));
    }
    return () => sendResponse(endpoint, body, request, reply);
  }
}

function sendResponse(endpoint: Endpoint, body: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (endpoint.redirect) return reply.redirect((body as Redirect).location);
  reply.code(endpoint.status ?? 200);
  if (endpoint.picture) return sendPicture(request, reply, body as LivePicture);
  if (endpoint.download) return sendDownload(reply, endpoint.download, body as Download);
  // Serialized here, because Fastify would send null as an empty body.
  return endpoint.status === 204 ? reply.send() : reply.type("application/json").send(JSON.stringify(body));
}

/** A path parameter in the syntax of Fastify, with its pattern if it has one. */
const toParameter = (name: string, { pathPatterns }: Endpoint): string => {
  const pattern = pathPatterns?.[name];
  return `:${name}${pattern === undefined ? "" : `(${pattern})`}`;
};

/** A person, another system, a screen, or none of them on public endpoints. */
interface Identity {
  person?: Person;
  key?: KeyHolder;
  screen?: ScreenHolder;
}

async function identify(
  key: string,
  endpoint: Endpoint,
  request: FastifyRequest,
  parts: MountParts,
): Promise<Identity> {
  const { access } = endpoint;
  if (access === "public") return {};
  const token = readToken(request.headers.authorization);
  if (!token) throw httpError("auth/not-signed-in");
  if (access === "integration" || access === "commissioning") {
    return { key: await parts.authenticateKey(token, access, request.ip) };
  }
  if (access === "display") return { screen: await parts.authenticateScreen(token, request.ip) };
  const person = await parts.authenticate(token, { address: request.ip, requestId: request.id, call: key });
  parts.authorize(person, endpoint, isRead(key));
  return { person };
}

const isRead = (key: string): boolean => key.startsWith("GET ");

interface CallParts {
  key: string;
  checked: ReturnType<typeof checkInput>;
  upload: Upload | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
  identity: Identity;
  parts: MountParts;
  limit: GateLimitedCall | undefined;
}

/** Runs the handler within the gates that the person is limited to. */
async function answerWithin(limit: GateLimitedCall | undefined, call: AnyCall, handler: AnyHandlers[string]) {
  if (!limit) return handler(call);
  try {
    return await limit.filter(await handler(call));
  } catch (error) {
    throw limit.hideNames(error);
  }
}

function createCall(callParts: CallParts): AnyCall {
  const { key, checked, upload, request, reply, identity, limit, parts: mounted } = callParts;
  const { db, onWrite } = mounted;
  const restoredFrom = parseRestoredFrom(request.headers["restored-from"]);
  const caller = {
    requestId: request.id,
    address: request.ip,
    userAgent: request.headers["user-agent"] ?? "",
    origin: originOf(request),
    isOnThisMachine: isOnThisMachine(request),
    arrival: request.arrival,
  };
  const { sentVersion: versionInBody, ...parts } = checked;
  return {
    ...parts,
    caller,
    setCookie: (cookie) => setCookie(request, reply, cookie),
    cookies: (prefix) => readCookies(request, prefix),
    read: db,
    ifMatch: sentVersion(request.headers["if-match"], versionInBody),
    get upload(): Upload {
      if (!upload) throw new Error(`${key} takes no file`);
      return upload;
    },
    get person(): Person {
      if (!identity.person) throw new Error(`${key} is called without a person`);
      return identity.person;
    },
    get key(): KeyHolder {
      if (!identity.key) throw new Error(`${key} is called without a key`);
      return identity.key;
    },
    get screen(): ScreenHolder {
      if (!identity.screen) throw new Error(`${key} is called without a screen`);
      return identity.screen;
    },
    write: async (work) => {
      const result = await retryAfterDeadlock(() =>
        db.transaction().execute(async (tx) => {
          await setActor(tx, toActor(key, identity, { ...caller, restoredFrom }));
          return limit ? limit.guard(tx, checked.params, () => work(tx)) : work(tx);
        }),
      );
      onWrite();
      return result;
    },
    writeMany: async (work) => {
      const result = await withCopyTransaction(db, async (tx, copyIn) => {
        await setActor(tx, toActor(key, identity, { ...caller, restoredFrom }));
        const done = await (limit ? limit.guard(tx, checked.params, () => work(tx, copyIn)) : work(tx, copyIn));
        // Closing the connection is how a person cancels it.
        if (reply.raw.destroyed) throw httpError("request/cancelled");
        return done;
      });
      onWrite();
      return result;
    },
  };
}

/** Undefined on public endpoints and for screens. */
function toActor(
  call: string,
  { person, key }: Identity,
  { requestId, address, restoredFrom }: Pick<Caller, "requestId" | "address"> & Pick<Actor, "restoredFrom">,
): Actor | undefined {
  const username = person?.username ?? (key && `key "${key.name}"`);
  if (username === undefined) return undefined;
  const callName = person?.token ? callWithToken(call, person.token.name) : call;
  return { userId: person?.userId, username, requestId, call: callName, address, restoredFrom };
}

/** The entry of the audit trail whose values a call restores. */
function parseRestoredFrom(header: string | string[] | undefined): number | undefined {
  if (header === undefined) return undefined;
  const id = typeof header === "string" && /^\d{1,15}$/.test(header) ? Number(header) : 0;
  if (id < 1)
    throw httpError("request/invalid", { message: "Restored-From must be the id of an entry of the audit trail" });
  return id;
}

/** The entry of a call that changes no row of its own, with what was sent. */
function toRecordedAct({ exports, actsOn }: Endpoint, { params, query, body }: ReturnType<typeof checkInput>) {
  if (exports) return { action: "export", entity: exports, after: Object.assign({}, params, query) } as const;
  if (actsOn === undefined) return undefined;
  const { id } = (params ?? {}) as { id?: number };
  return { action: "act", entity: actsOn, entityId: id, after: Object.assign({}, params, query, body) } as const;
}

/** The version in a body is a precondition like If-Match. */
function sentVersion(header: string | undefined, inBody: unknown): number | undefined {
  const version = parseVersion(header);
  // A camera that its device reports and that is not saved yet has null here.
  if (inBody === undefined || inBody === null) return version;
  if (!Number.isSafeInteger(inBody)) throw versionError("Must be the record's version");
  if (version !== undefined && version !== inBody) throw versionError("Differs from If-Match");
  return inBody as number;
}

function versionError(message: string): HttpError {
  return httpError("request/invalid", { message: `version: ${message}`, errors: [{ path: "version", message }] });
}

function parseVersion(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const version = Number(/^(?:W\/)?"?(\d+)"?$/.exec(header.trim())?.[1]);
  if (!Number.isSafeInteger(version)) {
    throw httpError("request/invalid", { message: "If-Match must be a record's version" });
  }
  return version;
}
