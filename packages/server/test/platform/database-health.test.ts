import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { samples } from "../gate/site/samples.ts";
import { poll } from "../intake/ingest/ingest-site.ts";
import { freezablePostgres } from "../start/frozen-postgres.ts";
import { slowMachineMs } from "../start/launch.ts";
import type { ServerResponse } from "../test-server.ts";
import { testServer } from "../test-server.ts";

vi.setConfig({ testTimeout: slowMachineMs, hookTimeout: slowMachineMs });

const postgres = await freezablePostgres();
const server = await testServer(undefined, { connection: postgres.connection, isProbed: true });
const unhandled: unknown[] = [];
const onUnhandled = (error: unknown) => void unhandled.push(error);
process.on("unhandledRejection", onUnhandled);
afterAll(() => void process.off("unhandledRejection", onUnhandled));

/** The limit is 2 s. How much later a busy test machine may answer is no fault of the server. */
const answerWithinMs = 2_000;
const busyMachineMs = 3_000;

const calls = () => [
  server.call("GET /gates"),
  server.call("POST /lanes", { body: samples.lane({ name: `Lane ${Math.trunc(performance.now())}` }) }),
  server.call("GET /events/{module}", { params: { module: "ac" } }),
  server.login("any password"),
];

const rejected = { status: 503, body: { code: "server/unavailable" }, headers: { "retry-after": "5" } };

async function expectRejected(responses: Promise<ServerResponse>[]): Promise<void> {
  const began = performance.now();
  for (const response of await Promise.all(responses)) expect(response).toMatchObject(rejected);
  expect(performance.now() - began).toBeLessThan(answerWithinMs + busyMachineMs);
}

const isBack = () => poll(async () => expect((await server.call("GET /gates")).status).toBe(200));

describe("console calls while the database is away", () => {
  it("HA-3 get 503 with Retry-After while it is frozen, those under way included, and work again afterwards", async () => {
    await isBack();
    postgres.freeze();
    onTestFinished(postgres.resume);
    await expectRejected(calls());
    expect(server.services.health.isUp()).toBe(false);
    await expectRejected(calls());
    postgres.resume();
    await isBack();
    expect((await server.call("POST /lanes", { body: samples.lane({ name: "After" }) })).status).toBe(201);
  });

  it("HA-3 get 503 with Retry-After while it is stopped, and work again afterwards", async () => {
    await isBack();
    await postgres.stop();
    await expectRejected(calls());
    await postgres.start();
    await isBack();
    expect(unhandled).toEqual([]);
  });

  it("HA-3 are not refused because of a slow statement", async () => {
    await isBack();
    const slow = server.services.db.pool.query("select pg_sleep(2.5)");
    let responses = 0;
    while (responses < 20) {
      expect((await server.call("GET /gates")).status).toBe(200);
      responses += 1;
    }
    await slow;
    expect(server.services.health.isUp()).toBe(true);
  });
});
