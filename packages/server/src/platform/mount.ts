import type { Endpoint, EndpointKey } from "@gatehouse/contract/endpoint";
import { apiPath } from "@gatehouse/contract/runtime-config";
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import { sql } from "kysely";
import type { AnyCall, AnyHandlers, Person } from "./call.ts";
import { checkInput } from "./check-input.ts";
import type { Database, Writing } from "./database.ts";
import { refuse } from "./refusal.ts";

/** What the mount needs besides the table and its handlers. */
export interface MountParts {
  db: Database;
  /** The person behind a token, or nothing when it is not valid any more. */
  authenticate(token: string): Promise<Person | undefined>;
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
  for (const [key, endpoint] of Object.entries(api)) {
    const [method, path] = key.split(" ") as [HTTPMethods, string];
    app.route({
      method,
      url: apiPath + path.replaceAll(/\{(\w+)\}/g, ":$1"),
      handler: async (request, reply) => {
        const person = await personBehind(endpoint, request, parts);
        if (endpoint.stream) return parts.stream(person as Person, request, reply);
        const handler = handlers[key];
        if (!handler) throw new Error(`no handler for ${key}`);
        const answer = await handler(makeCall(key, endpoint, request, person, parts.db));
        reply.code(endpoint.status ?? 200);
        return endpoint.status === 204 ? reply.send() : answer;
      },
    });
  }
}

async function personBehind(
  endpoint: Endpoint,
  request: FastifyRequest,
  { authenticate }: MountParts,
): Promise<Person | undefined> {
  if (endpoint.access === "public") return undefined;
  const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (!token) throw refuse("auth/not-signed-in");
  const person = await authenticate(token);
  if (!person) throw refuse("auth/session-ended");
  // AUTH-4: the server, not the page, holds people to the forced change.
  if (!person.passwordChanged && endpoint.access !== "any-session") throw refuse("auth/password-change-required");
  return person;
}

function makeCall(
  key: string,
  endpoint: Endpoint,
  request: FastifyRequest,
  person: Person | undefined,
  db: Database,
): AnyCall {
  const caller = {
    requestId: request.id,
    address: request.ip,
    userAgent: request.headers["user-agent"] ?? "",
  };
  return {
    ...checkInput(endpoint, request),
    caller,
    read: db,
    ifMatch: versionIn(request.headers["if-match"]),
    get person(): Person {
      if (!person) throw new Error(`${key} is public and knows no person`);
      return person;
    },
    write: (work) =>
      db.transaction().execute(async (tx) => {
        await nameActor(tx, key, person, caller.requestId);
        return work(tx);
      }),
  };
}

/** Tells the audit triggers who writes; a write before sign-in (a login) is nobody's and is not audited. */
async function nameActor(tx: Writing, call: string, person: Person | undefined, requestId: string): Promise<void> {
  if (!person) return;
  const actor = JSON.stringify({ userId: person.userId, username: person.username, requestId, call });
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
