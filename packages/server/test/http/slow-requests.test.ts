import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { notifyChange } from "../../src/platform/database/channels.ts";
import { defaultHttpLimits } from "../../src/platform/http/http-limits.ts";
import { multipart } from "../access/identifiers/multipart.ts";
import { listenSignedIn, testServer } from "../test-server.ts";
import { postHead, postRequest, rawClient } from "./raw-client.ts";

const requestTimeoutMs = 300;
const server = await testServer(undefined, {
  limits: { ...defaultHttpLimits, requestTimeoutMs, minBytesPerSecond: 20_000 },
});
let port = 0;
let authorization = "";

beforeAll(async () => {
  ({ port, authorization } = await listenSignedIn(server));
});

const tooSlow = /^HTTP\/1\.1 408 [\s\S]*"code":"request\/too-slow"/;
const loginHead = (length: number) => postHead("/api/auth/login", { "content-length": length });
const steps = Array.from({ length: 25 });

describe("a request that arrives too slowly", () => {
  it.each([
    ["that sends nothing", "", false],
    ["whose headers come byte by byte", "POST /api/auth/login HTTP/1.1\r\nhost: test\r\nslow: ", true],
    ["whose headers stall", "POST /api/auth/login HTTP/1.1\r\nhost: test\r\n", false],
    ["whose body comes byte by byte", loginHead(100_000), true],
    ["whose body stalls", `${loginHead(100_000)}{"username":`, false],
    ["whose body comes byte by byte to an unknown path", postHead("/api/nothing", { "content-length": 9_000 }), true],
    ["whose chunked body stalls", `${postHead("/api/auth/login", { "transfer-encoding": "chunked" })}5\r\n{"us`, false],
  ])("SAFE-4 gets 408 and is closed: one %s", async (_, beginning, isTrickling) => {
    const client = await rawClient(port);
    client.send(beginning);
    if (isTrickling) client.trickle(20);
    expect(await client.closed).toMatch(tooSlow);
  });

  it("SAFE-4 ID-4 gets 408 and is closed: a file sent byte by byte", async () => {
    const { headers, body } = multipart({ field: "lps", filename: "p.csv", content: "lp,vehicleType\n" });
    const client = await rawClient(port);
    client.send(postHead("/api/ac/upload-lps", { ...headers, authorization, "content-length": 100_000 }));
    client.send(body.toString().split("\r\n--")[0] ?? "");
    client.trickle(20);
    expect(await client.closed).toMatch(tooSlow);
  });

  it.each([
    ["refused", "/api/ingest/1", 401],
    ["of a path that is none", "/%zz", 400],
  ])("SAFE-4 is closed when its body stays incomplete after the response: one %s", async (_, path, status) => {
    const client = await rawClient(port);
    client.send(postHead(path, { "content-length": 100_000 }));
    client.trickle(20);
    expect(await client.closed).toContain(`HTTP/1.1 ${status} `);
  });
});

describe("a request that keeps the minimum rate", () => {
  const filler = " ".repeat(8_000);

  it("SAFE-4 is processed, however long it takes", async () => {
    const body = `{"username":"admin","password":"wrong password",${filler.repeat(steps.length)}"more":1}`;
    const client = await rawClient(port);
    client.send(loginHead(body.length));
    const began = performance.now();
    for (const [index] of steps.entries()) {
      client.send(body.slice(index * 8_000, (index + 1) * 8_000));
      await pause(25);
    }
    client.send(body.slice(steps.length * 8_000));
    expect(await client.until("\r\n\r\n")).toMatch(/^HTTP\/1\.1 40[03] /);
    expect(performance.now() - began).toBeGreaterThan(requestTimeoutMs);
  });

  it("SAFE-4 ID-4 is imported if it is a file", async () => {
    const rows = Array.from({ length: 8_000 }, (_, row) => `SLOW ${row},CAR,${"owner".repeat(3)}`);
    const file = multipart({
      field: "lps",
      filename: "p.csv",
      content: `lp,vehicleType,ownerName\n${rows.join("\n")}`,
    });
    const body = file.body.toString();
    expect(body.length).toBeGreaterThan(200_000);
    const client = await rawClient(port);
    client.send(postHead("/api/ac/upload-lps", { ...file.headers, authorization, "content-length": body.length }));
    const part = Math.ceil(body.length / steps.length);
    for (const [index] of steps.entries()) {
      client.send(body.slice(index * part, (index + 1) * part));
      await pause(25);
    }
    expect(await client.until("}")).toMatch(/^HTTP\/1\.1 20[01] /);
  });
});

describe("long-lived connections", () => {
  it("SAFE-4 live updates outlast the request timeout many times", async () => {
    const live = await rawClient(port);
    live.send(`GET /api/live HTTP/1.1\r\nhost: test\r\nauthorization: ${authorization}\r\n\r\n`);
    await live.until("event: alive");
    for (const _ of [1, 2, 3]) {
      const slow = await rawClient(port);
      slow.send(loginHead(100));
      expect(await slow.closed).toMatch(tooSlow);
    }
    await sql`select ${notifyChange("lanes")}`.execute(server.services.db);
    await live.until('{"topics":["lanes"]}');
    expect(live.socket.destroyed).toBe(false);
  });

  it("SAFE-4 a keep-alive connection is not closed", async () => {
    const kept = await rawClient(port);
    kept.send(postRequest("/api/auth/login", "{}"));
    await kept.until("}");
    const slow = await rawClient(port);
    slow.send(loginHead(100));
    await slow.closed;
    kept.send("GET /healthz HTTP/1.1\r\nhost: test\r\n\r\n");
    await kept.until('{"status":"ok"}');
  });
});
