import type { AddressInfo } from "node:net";
import { api } from "@gatehouse/contract/api";
import type { Endpoint, EndpointKey } from "@gatehouse/contract/endpoint";
import { administrator } from "@gatehouse/contract/permissions";
import { consoleAppId } from "@gatehouse/contract/runtime-config";
import { hash } from "@node-rs/argon2";
import type { FastifyInstance } from "fastify";
import { afterAll, expect } from "vitest";
import { ensureRequiredConfigs } from "../src/house/required-config.store.ts";
import { adminName } from "../src/people/auth/first-admin.ts";
import { type Clock, createClock } from "../src/platform/clock.ts";
import type { Connection, Database } from "../src/platform/database/database.ts";
import { alwaysUp } from "../src/platform/database/database-health.ts";
import type { HttpLimits } from "../src/platform/http/http-limits.ts";
import { slotSchema } from "../src/platform/http/slot-schema.ts";
import { createLog } from "../src/platform/log.ts";
import { createServices, type Services } from "../src/platform/services.ts";
import { loopbackOnly } from "../src/run-mode.ts";
import { createServer } from "../src/server.ts";
import type { SharedParts } from "../src/shared-parts.ts";
import { testDatabase } from "./harness.ts";

/** The initial password of admin, and the one that tests change it to. */
export const oneTime = "first-password-here";
export const ownPassword = "a password of my own";

type Sent = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  headers?: Record<string, string>;
};

/** Adds admin like a first start, with a hash that is checked sooner: it states its own cost. Two servers may share it. */
export async function createAdmin(db: Database): Promise<void> {
  const passwordHash = await hash(oneTime, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  const admin = { username: adminName, passwordHash, passwordChanged: false, role: administrator };
  await db
    .insertInto("users")
    .values(admin)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A response with its parsed body. */
export interface ServerResponse<Body = unknown> {
  status: number;
  body: Body;
  headers: Record<string, unknown>;
}

/** A clock that the test controls. */
export interface TestClock extends Clock {
  /** Lets time pass. */
  advance(ms: number): void;
  /** From now on time passes only by `advance`, so that a slow machine makes nothing late. */
  freeze(): void;
  /** Steps the wall clock, like an administrator or NTP; no time passes. */
  step(ms: number): void;
}

/** The real server on its own database, with a clock that the test controls. */
export interface TestServer {
  app: FastifyInstance;
  services: Services;
  clock: TestClock;
  /** Calls an endpoint, by default as admin; checks successful responses against the contract. */
  call<Body = unknown>(key: EndpointKey, sent?: Sent, token?: string | null): Promise<ServerResponse<Body>>;
  login(password: string, username?: string): Promise<ServerResponse<{ token: string; passwordChanged: boolean }>>;
}

/** Starts the server of a test file. Call it at the file's top level. */
export async function testServer(
  partsOf?: (services: Services) => SharedParts | Promise<SharedParts>,
  {
    limits,
    connection: given,
    isProbed = false,
  }: {
    limits?: HttpLimits;
    connection?: Connection;
    /** Whether the server notices that the database does not respond. */
    isProbed?: boolean;
  } = {},
): Promise<TestServer> {
  const connection = given ?? (await testDatabase());
  const clock = createTestClock();
  const services = createServices({
    key: { derive: () => new Uint8Array(32).fill(7) },
    connection,
    log: createLog("silent"),
    clock,
    health: isProbed ? undefined : alwaysUp,
  });
  const { db, health, live } = services;
  health.start();
  await ensureRequiredConfigs(db, loopbackOnly);
  await createAdmin(db);
  const app = await createServer(services, { parts: await partsOf?.(services), limits });
  afterAll(async () => {
    await app.close();
    await health.stop();
    await live.close();
    await db.destroy();
  });

  let adminToken: string | undefined;

  const send = async <Body>(key: EndpointKey, sent: Sent, token: string | null): Promise<ServerResponse<Body>> => {
    const [method = "", path = ""] = key.split(" ");
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(sent.params?.[name])));
    const response = await app.inject({
      method: method as "GET",
      url: `/api${filled}`,
      query: (sent.query ?? {}) as Record<string, string>,
      headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...sent.headers },
      ...(sent.body === undefined ? {} : { payload: sent.body as object }),
    });
    const body = response.body === "" ? undefined : response.json();
    if (response.statusCode < 300) expectContract(key, body);
    else if (response.statusCode >= 400) takeRequestId(body, response.headers["x-request-id"]);
    return { status: response.statusCode, body: body as Body, headers: response.headers };
  };

  const server: TestServer = {
    app,
    services,
    clock,
    call: async (key, sent = {}, token) => send(key, sent, token === undefined ? await signedIn() : token),
    login: (password, username = "admin") =>
      send("POST /auth/login", { body: { username, password }, headers: { "app-id": consoleAppId } }, null),
  };

  async function signedIn(): Promise<string> {
    if (adminToken === undefined) {
      const { body } = await server.login(oneTime);
      const changed = await send<{ token: string }>(
        "POST /auth/reset-password",
        { body: { password: ownPassword } },
        body.token,
      );
      adminToken = changed.body.token;
    }
    return adminToken;
  }

  return server;
}

/** Listens on a free port and signs in as admin, for tests over real connections. */
export async function listenSignedIn(server: TestServer): Promise<{ port: number; authorization: string }> {
  await server.call("GET /health"); // the first call changes the one-time password
  await server.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = server.app.server.address() as AddressInfo;
  const { body } = await server.login(ownPassword);
  return { port, authorization: `Bearer ${body.token}` };
}

/** Every error has the id of its request. Removed, so that tests can compare the rest. */
function takeRequestId(body: { requestId?: string }, header: unknown): void {
  expect(body.requestId).toBe(header);
  delete body.requestId;
}

/** The server does not validate its responses at run time, so the tests validate every one of them. */
function expectContract(key: EndpointKey, body: unknown): void {
  const response = (api as Record<string, Endpoint>)[key]?.response;
  const parsed = response && slotSchema(response).safeParse(body);
  expect(parsed?.error?.issues, `the response of ${key} must match the contract`).toBeUndefined();
  expect(body).toEqual(parsed?.data);
}

function createTestClock(): TestClock {
  let wallOffsetMs = 0;
  let monotonicOffsetMs = 0;
  let frozen: { wallMs: number; monotonicMs: number } | undefined;
  const clock = createClock(
    () => (frozen?.wallMs ?? Date.now()) + wallOffsetMs,
    () => (frozen?.monotonicMs ?? performance.now()) + monotonicOffsetMs,
  );
  return {
    ...clock,
    advance: (ms) => {
      wallOffsetMs += ms;
      monotonicOffsetMs += ms;
    },
    freeze: () => {
      // Whole milliseconds, so that sums are exact.
      frozen = { wallMs: Date.now(), monotonicMs: Math.floor(performance.now()) };
    },
    step: (ms) => {
      wallOffsetMs += ms;
    },
  };
}
