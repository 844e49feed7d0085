import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Config } from "@gatehouse/contract/entities/config";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { enqueue, retryDelayMs, sendDueMessages } from "../../../src/alert/outbox.ts";
import { createIntegrationHttp } from "../../../src/alert/site-http.ts";
import { testServer } from "../../test-server.ts";

const server = await testServer();
const { db } = server.services;

let hits = 0;
const other = createServer((request, response) => {
  hits += 1;
  if (request.url === "/away") return void response.writeHead(302, { location: "/sync" }).end();
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ host: request.headers.host }));
}).listen(0, "127.0.0.1");
await new Promise((resolve) => other.once("listening", resolve));
afterAll(() => void other.close());
const { port } = other.address() as AddressInfo;

const loopback = "127.0.0.0/8";
const publicOnly = "public, 10.0.0.0/8";
const rejection = "is outside the networks that integrations may reach (integrationNetworks).";

const allow = async (value: string) =>
  db
    .updateTable("configs")
    .set({ value: JSON.stringify(value) })
    .where("key", "=", "integrationNetworks")
    .execute();

beforeEach(async () => {
  hits = 0;
  await allow(loopback);
});

describe("a call to another system", () => {
  const get = (networks: string, host: string, addresses: readonly string[] = []) =>
    createIntegrationHttp(
      async () => networks,
      {},
      async () => addresses,
    )({ method: "GET", url: `http://${host}:${port}/` });

  it.each(["127.0.0.1", "127.1", "0x7f000001", "2130706433", "[::ffff:127.0.0.1]", "[::1]"])(
    "SAFE-8 does not connect to %s unless it is allowed",
    async (host) => {
      const result = await get(publicOnly, host);
      expect(result).toMatchObject({ ok: false, failure: { kind: "outside-networks" } });
      expect(hits).toBe(0);
    },
  );

  it("SAFE-8 does not connect to a name that resolves to a forbidden address, and reports it", async () => {
    expect(await get(publicOnly, "cloud.example", ["127.0.0.1"])).toEqual({
      ok: false,
      failure: { kind: "outside-networks", detail: `cloud.example (127.0.0.1) ${rejection}` },
    });
    expect(hits).toBe(0);
  });

  it("SAFE-8 resolves a name once, connects to the checked address and sends the name as host", async () => {
    const lookedUp: string[] = [];
    const responses = [["127.0.0.1"], ["127.0.0.9"]];
    const http = createIntegrationHttp(
      async () => loopback,
      {},
      async (name) => {
        lookedUp.push(name);
        return responses.shift() ?? [];
      },
    );
    const result = await http({ method: "GET", url: `http://cloud.example:${port}/` });
    expect(result).toMatchObject({ ok: true, value: { status: 200, text: `{"host":"cloud.example:${port}"}` } });
    expect(lookedUp).toEqual(["cloud.example"]);
  });

  it("SAFE-8 follows no redirect", async () => {
    const http = createIntegrationHttp(async () => loopback);
    const result = await http({ method: "POST", url: `http://127.0.0.1:${port}/away`, body: { a: 1 } });
    expect(result).toMatchObject({ ok: true, value: { status: 302 } });
    expect(hits).toBe(1);
  });

  it("SAFE-8 ends at the time limit, also during the lookup", async () => {
    const http = createIntegrationHttp(
      async () => loopback,
      { timeoutMs: 50 },
      () => new Promise(() => {}),
    );
    const result = await http({ method: "GET", url: "http://cloud.example/" });
    expect(result).toMatchObject({ ok: false, failure: { kind: "timed-out" } });
  });
});

describe("an address of another system", () => {
  const settings = (over: object) => ({
    body: {
      syncAPIUrl: `http://127.0.0.1:${port}/s`,
      notifyAPIUrl: `http://127.0.0.1:${port}/n`,
      deviceId: "d",
      ...over,
    },
  });

  it.each([
    ["http://127.0.0.1:9/s", "127.0.0.1"],
    ["http://localhost:9/s", "127.0.0.1"],
    ["http://[::1]/s", "::1"],
    ["http://0x7f.1/s", "127.0.0.1"],
    ["http://127.0.0.2/s", "127.0.0.2"],
  ])("SAFE-8 %s is refused at MyGate's field", async (url, address) => {
    await allow(publicOnly);
    const { status, body } = await server.call("PUT /ac/mygate-integration-settings", settings({ syncAPIUrl: url }));
    expect([status, body]).toMatchObject([
      400,
      { errors: [{ path: "syncAPIUrl", message: `${address} ${rejection}` }, { path: "notifyAPIUrl" }] },
    ]);
    expect(await db.selectFrom("mygate").selectAll().execute()).toEqual([]);
  });

  it.each([
    ["global", "cloudUrl"],
    ["anpr-ac", "ticketUrl"],
  ])("SAFE-8 in %s %s is refused at its field, and accepted once it is allowed", async (scope, key) => {
    await allow(publicOnly);
    const { body: configs } = await server.call<Config[]>("GET /configs/{scope}", { params: { scope } });
    const { id, dataType } = configs.find((config) => config.key === key) as Config;
    const put = (value: string) =>
      server.call("PUT /configs/{id}", { params: { id }, body: { key, dataType, scope, value } });
    const rejected = await put("http://127.0.0.1:9/");
    expect([rejected.status, rejected.body]).toMatchObject([
      400,
      { errors: [{ path: "value", message: `127.0.0.1 ${rejection}` }] },
    ]);
    expect((await put("ftp://cloud.example/")).status).toBe(400);
    await allow(loopback);
    expect((await put("http://127.0.0.1:9/")).status).toBe(200);
    expect((await put("")).status).toBe(200);
  });

  it("SAFE-8 ALERT-6 that is forbidden later fails the pull and the notice, with the reason in their alerts", async () => {
    const url = `http://127.0.0.1:${port}/sync`;
    expect(
      (await server.call("PUT /ac/mygate-integration-settings", settings({ syncAPIUrl: url, notifyAPIUrl: url })))
        .status,
    ).toBe(200);
    await allow(publicOnly);
    const pulled = await server.call<{ message: string }>("POST /ac/mygate-sync");
    expect([pulled.status, pulled.body.message]).toEqual([502, `127.0.0.1 ${rejection}`]);
    const notice = {
      refId: "a",
      kind: "LPN",
      entity: "CAR",
      plate: "MH 1",
      direction: "IN",
      status: "GRANTED",
    } as const;
    const at = server.clock.now();
    await db
      .transaction()
      .execute((tx) => enqueue(tx, { kind: "mygate-notice", payload: { ...notice, at: at.toISOString() } }, at));
    for (const attempt of [1, 2, 3]) {
      await sendDueMessages(server.services, "mygate-notice");
      server.clock.advance(retryDelayMs(attempt));
    }
    const alerts = await db.selectFrom("alerts").select(["type", "additionalInfo"]).orderBy("type").execute();
    expect(alerts).toMatchObject([
      { type: "AC_MYGATE_NOTIFY_API_FAILED", additionalInfo: { error: `127.0.0.1 ${rejection}` } },
      { type: "AC_MYGATE_SYNC_API_FAILED", additionalInfo: { error: `127.0.0.1 ${rejection}` } },
    ]);
    expect(hits).toBe(0);
  });
});
