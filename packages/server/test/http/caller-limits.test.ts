import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { defaultHttpLimits, type HttpLimits } from "../../src/platform/http/http-limits.ts";
import { createServer } from "../../src/server.ts";
import { createSharedParts } from "../../src/shared-parts.ts";
import { engineSite } from "../intake/ingest/ingest-site.ts";
import { postHead, postRequest, type RawClient, rawClient } from "./raw-client.ts";

const site = await engineSite();
const device = await site.device("ANPR_ACCESS_CONTROL", { ip: "127.0.0.9" });
await site.camera(device.id, "ANPR_ACCESS_CONTROL");
await site.settle();

/** The real server with lowered limits, on a port of its own. */
async function listening(limits: Partial<HttpLimits>): Promise<number> {
  const { services } = site.server;
  const parts = createSharedParts(services);
  await parts.siteCache.now();
  const app = await createServer(services, { parts, limits: { ...defaultHttpLimits, ...limits } });
  onTestFinished(() => app.close());
  await app.listen({ port: 0, host: "127.0.0.1" });
  return (app.server.address() as AddressInfo).port;
}

const attacker = "127.0.0.2";
const stalled = (length: number, headers: Record<string, string> = {}) =>
  postHead("/api/auth/login", { "content-length": length, ...headers });
const pushBy = (plate: string) =>
  postRequest(`/api/ingest/${device.id}`, JSON.stringify(site.plateEvent(plate)), {
    "x-gatehouse-secret": device.secret,
  });
const health = "GET /healthz HTTP/1.1\r\nhost: test\r\n\r\n";
const statusOf = (response: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1]);

/** Connections that were accepted and have sent the given text. */
async function occupy(port: number, count: number, text: string, address = attacker): Promise<RawClient[]> {
  const clients: RawClient[] = [];
  for (let left = count; left > 0; left -= 1) {
    const client = await rawClient(port, address);
    client.send(text);
    clients.push(client);
  }
  return clients;
}

async function answered(port: number, text: string, address = "127.0.0.1"): Promise<string> {
  const client = await rawClient(port, address);
  client.send(text);
  return client.until("}");
}

describe("connections", () => {
  it("SAFE-4 per address are limited: the oldest unauthenticated one is closed with 429", async () => {
    const port = await listening({ maxConnectionsPerAddress: 5 });
    const clients = await occupy(port, 8, stalled(100));
    const closed = await Promise.all(clients.slice(0, 3).map((client) => client.closed));
    expect(closed.map(statusOf)).toEqual([429, 429, 429]);
    expect(closed[0]).toContain('"code":"request/too-many"');
    expect(statusOf(await answered(port, health))).toBe(200);
    expect(clients.slice(3).map(({ socket }) => socket.destroyed)).toEqual([false, false, false, false, false]);
  });

  it("SAFE-4 in total are limited: a new address replaces a connection of the address with most", async () => {
    const port = await listening({ maxConnectionsPerAddress: 8, maxConnections: 10 });
    const clients = await occupy(port, 7, stalled(100));
    await occupy(port, 3, stalled(100), "127.0.0.3");
    expect(statusOf(await answered(port, health))).toBe(200);
    expect(await clients[0]?.closed).toContain('"code":"server/busy"');
    expect(clients.slice(1).every(({ socket }) => !socket.destroyed)).toBe(true);
  });

  it("SAFE-4 of a device are accepted and kept, even from an address that an attacker floods", async () => {
    const port = await listening({ maxConnectionsPerAddress: 5, maxConnections: 10 });
    await occupy(port, 20, stalled(100));
    const kept = await rawClient(port, attacker);
    kept.send(pushBy("FLOOD1"));
    expect(statusOf(await kept.until("}"))).toBe(200);
    await occupy(port, 20, stalled(100));
    kept.send(health);
    await kept.until('{"status":"ok"}');
  });

  it("SAFE-4 from a registered address are never closed in favour of others", async () => {
    const port = await listening({ maxConnectionsPerAddress: 5, maxConnections: 6 });
    const registered = await occupy(port, 5, "", "127.0.0.9");
    await occupy(port, 1, stalled(100));
    await occupy(port, 3, stalled(100), "127.0.0.3");
    expect(registered.map(({ socket }) => socket.destroyed)).toEqual([false, false, false, false, false]);
    registered[0]?.send(pushBy("REGISTERED1"));
    expect(statusOf((await registered[0]?.until("}")) ?? "")).toBe(200);
  });

  it("SAFE-4 of a proxy on this machine are exempt from the limit per address, which applies to the forwarded address", async () => {
    const port = await listening({ maxConnectionsPerAddress: 5 });
    const behind = (caller: string) => ({ "x-forwarded-for": caller });
    const held = await occupy(port, 5, stalled(100, behind("203.0.113.1")), "127.0.0.1");
    const sixth = postRequest("/api/auth/login", "{}", behind("203.0.113.1"));
    await expect.poll(async () => statusOf(await answered(port, sixth))).toBe(429);
    const other = postRequest("/api/auth/login", "{}", behind("203.0.113.2"));
    expect(statusOf(await answered(port, other))).toBe(400);
    const push = pushBy("PROXY1").replace("\r\n\r\n", "\r\nx-forwarded-for: 203.0.113.1\r\n\r\n");
    expect(statusOf(await answered(port, push))).toBe(200);
    expect(held.map(({ socket }) => socket.destroyed)).toEqual([false, false, false, false, false]);
  });
});

describe("bodies in memory", () => {
  const chunked = { "transfer-encoding": "chunked" };

  it("SAFE-4 per address are limited: 429 with Retry-After; other addresses are accepted", async () => {
    const port = await listening({ maxBodyBytesPerAddress: 1_000 });
    const [first] = await occupy(port, 1, stalled(900));
    await expect
      .poll(async () => {
        const rejected = await answered(port, postRequest("/api/auth/login", " ".repeat(200)), attacker);
        return [statusOf(rejected), /retry-after: (\d+)/i.exec(rejected)?.[1]];
      })
      .toEqual([429, "1"]);
    expect(statusOf(await answered(port, postRequest("/api/auth/login", " ".repeat(200))))).toBe(400);
    first?.socket.destroy();
    await first?.closed;
    await expect
      .poll(async () => statusOf(await answered(port, postRequest("/api/auth/login", " ".repeat(200)), attacker)))
      .toBe(400);
  });

  it("SAFE-4 without a declared length are counted while they arrive", async () => {
    const port = await listening({ maxBodyBytesPerAddress: 1_000 });
    const client = await rawClient(port, attacker);
    client.send(`${postHead("/api/auth/login", chunked)}384\r\n${" ".repeat(900)}\r\n`);
    client.send(`c8\r\n${" ".repeat(200)}\r\n`);
    expect(statusOf(await client.closed)).toBe(429);
  });

  it("SAFE-4 in total are limited with 503; known devices have a separate limit", async () => {
    const port = await listening({ maxBodyBytesPerAddress: 1_000, maxBodyBytes: 1_500 });
    await occupy(port, 1, stalled(900));
    await occupy(port, 1, stalled(600), "127.0.0.3");
    await expect.poll(async () => statusOf(await answered(port, postRequest("/api/auth/login", "{}")))).toBe(503);
    expect(statusOf(await answered(port, pushBy("BYTES1")))).toBe(200);
    expect(statusOf(await answered(port, pushBy("BYTES2"), attacker))).toBe(200);
  });
});
