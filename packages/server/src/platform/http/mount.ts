import type { Endpoint, EndpointKey } from "@gatehouse/contract/endpoint";
import type { KeyPurpose } from "@gatehouse/contract/entities/integration/integration-key";
import { apiPath } from "@gatehouse/contract/runtime-config";
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import { sql } from "kysely";
import { withCopying } from "../database/copy-in.ts";
import type { Database, Tx } from "../database/database.ts";
import { retryAfterDeadlock } from "../database/retry.ts";
import type { AnyCall, AnyHandlers, Download, KeyHolder, Person, Upload } from "./call.ts";
import { isOnThisMachine } from "./caller-address.ts";
import { checkInput } from "./check-input.ts";
import { cookiesIn, setCookie } from "./cookies.ts";
import { sendDownload } from "./download.ts";
import { refuse } from "./refusal.ts";
import { leaveBodiesUnread, openUpload } from "./upload.ts";

/** What the mount needs besides the table and its handlers. */
export interface MountParts {
  db: Database;
  /** The person behind a token, or nothing when it is not valid any more. */
  authenticate(token: string): Promise<Person | undefined>;
  /** The system behind a key; refuses a key that is not valid for that purpose. */
  authenticateKey(key: string, purpose: KeyPurpose, address: string): Promise<KeyHolder>;
  /** Called after each write, before its answer: who wrote something must not find that it does not hold yet. */
  wrote(): void;
  /** Serves the endpoints that stream instead of answering. */
  stream(person: Person, request: FastifyRequest, reply: FastifyReply): void;
}

/** Serves every endpoint of the contract: checks who asks, then what they send, then calls its handler. */
export function mountApi(
  app: FastifyInstance,
  api: Record<EndpointKey, Endpoint>,
  handlers: AnyHandlers,
  parts: MountParts,
): void {
  const entries = Object.entries(api);
  for (const [key, endpoint] of entries.filter(([, { upload }]) => upload === undefined)) serve(app, key, endpoint);
  app.register(async (scope) => {
    leaveBodiesUnread(scope);
    for (const [key, endpoint] of entries.filter(([, { upload }]) => upload !== undefined)) serve(scope, key, endpoint);
  });

  function serve(on: FastifyInstance, key: string, endpoint: Endpoint): void {
    const [method, path] = key.split(" ") as [HTTPMethods, string];
    on.route({
      method,
      url: apiPath + path.replaceAll(/\{(\w+)\}/g, ":$1"),
      ...(endpoint.bodyLimit ? { bodyLimit: endpoint.bodyLimit } : {}),
      config: { isBodyStreamed: endpoint.upload !== undefined },
      handler: async (request, reply) => {
        const who = await identify(endpoint, request, parts);
        if (who.person || who.key) request.server.callerLimits.trust(request);
        if (endpoint.stream && who.person) return parts.stream(who.person, request, reply);
        const handler = handlers[key];
        if (!handler) throw new Error(`no handler for ${key}`);
        const checked = checkInput(endpoint, request);
        const upload = endpoint.upload ? await openUpload(request, reply, endpoint.upload) : undefined;
        const answer = await handler(makeCall({ key, checked, upload, request, reply, who, parts }));
        reply.code(endpoint.status ?? 200);
        if (endpoint.download) return sendDownload(reply, endpoint.download, answer as Download);
        // Written here, because the framework would send null as an empty body.
        return endpoint.status === 204 ? reply.send() : reply.type("application/json").send(JSON.stringify(answer));
      },
    });
  }
}

/** Who calls: a person, another system, or nobody where anyone may. */
interface Who {
  person?: Person;
  key?: KeyHolder;
}

async function identify(endpoint: Endpoint, request: FastifyRequest, parts: MountParts): Promise<Who> {
  const { access = "full" } = endpoint;
  if (access === "public") return {};
  const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (!token) throw refuse("auth/not-signed-in");
  if (access === "integration" || access === "commissioning") {
    return { key: await parts.authenticateKey(token, access, request.ip) };
  }
  const person = await parts.authenticate(token);
  if (!person) throw refuse("auth/session-ended");
  // AUTH-4: the server, not the page, holds people to the forced change.
  if (!person.passwordChanged && access !== "any-session") throw refuse("auth/password-change-required");
  return { person };
}

interface CallParts {
  key: string;
  checked: ReturnType<typeof checkInput>;
  upload: Upload | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
  who: Who;
  parts: MountParts;
}

function makeCall({ key, checked, upload, request, reply, who, parts: { db, wrote } }: CallParts): AnyCall {
  const caller = {
    requestId: request.id,
    address: request.ip,
    userAgent: request.headers["user-agent"] ?? "",
    isOnThisMachine: isOnThisMachine(request),
    arrival: request.arrival,
  };
  return {
    ...checked,
    caller,
    setCookie: (cookie) => setCookie(request, reply, cookie),
    cookies: (prefix) => cookiesIn(request, prefix),
    read: db,
    ifMatch: versionIn(request.headers["if-match"]),
    get upload(): Upload {
      if (!upload) throw new Error(`${key} takes no file`);
      return upload;
    },
    get person(): Person {
      if (!who.person) throw new Error(`${key} knows no person`);
      return who.person;
    },
    get key(): KeyHolder {
      if (!who.key) throw new Error(`${key} knows no key`);
      return who.key;
    },
    write: async (work) => {
      const result = await retryAfterDeadlock(() =>
        db.transaction().execute(async (tx) => {
          await nameActor(tx, key, who, caller.requestId);
          return work(tx);
        }),
      );
      wrote();
      return result;
    },
    writeMany: async (work) => {
      const result = await withCopying(db, async (tx, copyIn) => {
        await nameActor(tx, key, who, caller.requestId);
        return work(tx, copyIn);
      });
      wrote();
      return result;
    },
  };
}

/** Tells the audit triggers who writes; a write before sign-in (a login) is nobody's and is not audited. */
async function nameActor(tx: Tx, call: string, { person, key }: Who, requestId: string): Promise<void> {
  const username = person?.username ?? (key && `key "${key.name}"`);
  if (username === undefined) return;
  const actor = JSON.stringify({ userId: person?.userId, username, requestId, call });
  await sql`select set_config('gatehouse.actor', ${actor}, true)`.execute(tx);
}

function versionIn(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const version = Number(/^(?:W\/)?"?(\d+)"?$/.exec(header.trim())?.[1]);
  if (!Number.isSafeInteger(version)) {
    throw refuse("request/invalid", { message: "If-Match must be a record's version" });
  }
  return version;
}
