import { api } from "@gatehouse/contract/api";
import type { Endpoint, EndpointKey } from "@gatehouse/contract/endpoint";
import { consoleAppId } from "@gatehouse/contract/runtime-config";
import type { FastifyInstance } from "fastify";
import { afterAll, expect } from "vitest";
import type * as z from "zod";
import { createFirstAdmin } from "../src/auth/first-admin.ts";
import { ensureRequiredConfigs } from "../src/configuration/required-config.store.ts";
import { type Clock, createClock } from "../src/platform/clock.ts";
import { type Connection, connectDatabase } from "../src/platform/database/database.ts";
import { createNotificationBus } from "../src/platform/database/notifications.ts";
import type { HttpLimits } from "../src/platform/http/http-limits.ts";
import { createLog } from "../src/platform/log.ts";
import { createCursors } from "../src/platform/security/cursors.ts";
import { createSecrets } from "../src/platform/security/secrets.ts";
import { createSignedText } from "../src/platform/security/signed-text.ts";
import { createTokens } from "../src/platform/security/tokens.ts";
import type { Services } from "../src/platform/services.ts";
import { loopbackOnly } from "../src/run-mode.ts";
import { createServer } from "../src/server.ts";
import type { SharedParts } from "../src/shared-parts.ts";
import { testDatabase } from "./harness.ts";

/** The one-time password that tests start with, and the one they change it to. */
export const oneTime = "first-password-here";
export const ownPassword = "a password of my own";

type Sent = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  headers?: Record<string, string>;
};

/** An answer with its body read. */
export interface Answered<Body = unknown> {
  status: number;
  body: Body;
  headers: Record<string, unknown>;
}

/** A clock that the test sets. */
export interface TestClock extends Clock {
  /** Lets time pass. */
  advance(ms: number): void;
  /** Steps the wall clock as an administrator or NTP does; no time passes. */
  step(ms: number): void;
}

/** The real server on a database of its own, with a clock that the test turns. */
export interface TestServer {
  app: FastifyInstance;
  services: Services;
  clock: TestClock;
  /** Calls as the signed-in admin; a good answer must have the shape that the contract promises. */
  call<Body = unknown>(key: EndpointKey, sent?: Sent, token?: string | null): Promise<Answered<Body>>;
  login(password: string, username?: string): Promise<Answered<{ token: string; passwordChanged: boolean }>>;
}

/** Starts it for a test file: call it at the file's top level. */
export async function testServer(
  partsOf?: (services: Services) => SharedParts,
  { limits, connection: given }: { limits?: HttpLimits; connection?: Connection } = {},
): Promise<TestServer> {
  const connection = given ?? (await testDatabase());
  const log = createLog("silent");
  const db = connectDatabase(connection);
  const clock = turnableClock();
  const live = createNotificationBus(connection, log);
  const key = { derive: () => new Uint8Array(32).fill(7) };
  const services: Services = {
    db,
    clock,
    log,
    tokens: createTokens(key),
    cursors: createCursors(key),
    secrets: createSecrets(key),
    tickets: createSignedText(key.derive()),
    live,
  };
  await ensureRequiredConfigs(db, loopbackOnly);
  await createFirstAdmin(db, oneTime);
  const app = await createServer(services, null, undefined, partsOf?.(services), limits);
  afterAll(async () => {
    await app.close();
    await live.close();
    await db.destroy();
  });

  let adminToken: string | undefined;

  const send = async <Body>(key: EndpointKey, sent: Sent, token: string | null): Promise<Answered<Body>> => {
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
    if (response.statusCode < 300) expectPromised(key, body);
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

/** What goes out is not parsed at run time, so it is checked here, for every answer of every test. */
function expectPromised(key: EndpointKey, body: unknown): void {
  const endpoint = (api as Record<string, Endpoint>)[key];
  const promised = (endpoint?.answer as unknown as z.ZodType | undefined)?.safeParse(body);
  expect(promised?.error?.issues, `${key} must answer what the contract says`).toBeUndefined();
  expect(body).toEqual(promised?.data);
}

function turnableClock(): TestClock {
  let wallOffsetMs = 0;
  let monotonicOffsetMs = 0;
  const clock = createClock(
    () => Date.now() + wallOffsetMs,
    () => performance.now() + monotonicOffsetMs,
  );
  return {
    ...clock,
    advance: (ms) => {
      wallOffsetMs += ms;
      monotonicOffsetMs += ms;
    },
    step: (ms) => {
      wallOffsetMs += ms;
    },
  };
}
