import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from "node:net";
import type { DeviceResult } from "@gatehouse/drivers/device-result";
import { describe, expect, it, onTestFinished } from "vitest";
import { createLimitedLookup, type NameLookup } from "../../../src/alert/dns-lookup.ts";
import type { HttpLimits } from "../../../src/alert/http-client.ts";
import { createDeviceHttp } from "../../../src/alert/outbound/device-http.ts";

// Long, because a busy machine responds late; tests of timeouts use a short limit.
const longLimit = { timeoutMs: 8_000 };
const loopback = "127.0.0.0/8, ::1";

async function listening(server: Server | TcpServer, host = "127.0.0.1"): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(() => {
    if ("closeAllConnections" in server) server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const device = (response: RequestListener, host?: string) => listening(createServer(response), host);

/** Sends these bytes to every connection and closes it. */
const rawDevice = (bytes: string) => listening(createTcpServer((socket) => socket.on("error", () => {}).end(bytes)));

const get = (url: string, limits: Partial<HttpLimits> = longLimit, networks = loopback, look?: NameLookup) =>
  createDeviceHttp(async () => networks, limits, look)({ url });

const kindOf = (result: DeviceResult<unknown>) => (result.ok ? "ok" : result.failure.kind);

describe("a request to a device", () => {
  it("returns status, content type and text in any script", async () => {
    const port = await device((_, response) =>
      response.writeHead(418, { "content-type": "text/plain; charset=utf-8" }).end("दिल्ली"),
    );
    expect(await get(`http://127.0.0.1:${port}/x`)).toEqual({
      ok: true,
      value: { status: 418, contentType: "text/plain; charset=utf-8", text: "दिल्ली", mayBeFramed: true },
    });
  });

  it("sends the path and the headers it was given", async () => {
    const port = await device((request, response) => response.end(`${request.url} ${request.headers.authorization}`));
    const result = await createDeviceHttp(
      async () => loopback,
      longLimit,
    )({
      url: `http://127.0.0.1:${port}/a%20b?c=d`,
      headers: { authorization: "Basic eDp5" },
    });
    expect(result).toMatchObject({ ok: true, value: { text: "/a%20b?c=d Basic eDp5" } });
  });

  it("works over IPv6", async () => {
    const port = await device((_, response) => response.end("six"), "::1");
    expect(await get(`http://[::1]:${port}/`)).toMatchObject({ ok: true, value: { text: "six" } });
  });
});

describe("DASH-1 a page of a device", () => {
  it.each([
    [{}, true],
    [{ "x-frame-options": "SAMEORIGIN" }, false],
    [{ "content-security-policy": "default-src 'self'" }, true],
    [{ "content-security-policy": "default-src 'self'; frame-ancestors 'self'" }, false],
    [{ "content-security-policy": "frame-ancestors 'none'" }, false],
    [{ "content-security-policy": "frame-ancestors *", "x-frame-options": "DENY" }, true],
  ])("with the headers %j may be framed: %s", async (headers: Record<string, string>, mayBeFramed) => {
    const port = await device((_, response) => response.writeHead(200, headers).end());
    expect(await get(`http://127.0.0.1:${port}/`)).toMatchObject({ ok: true, value: { mayBeFramed } });
  });
});

describe("a redirect", () => {
  it.each([301, 302, 303, 307, 308])("%i is returned and not followed", async (status) => {
    let redirected = 0;
    const outside = await device((_, response) => {
      redirected += 1;
      response.end();
    });
    const port = await device((_, response) =>
      response.writeHead(status, { location: `http://127.0.0.1:${outside}/` }).end(),
    );
    expect(await get(`http://127.0.0.1:${port}/`)).toMatchObject({ ok: true, value: { status } });
    expect(redirected).toBe(0);
  });
});

describe("the allowed networks", () => {
  const otherNetwork = "127.99.0.0/16";

  it.each([
    "127.0.0.1",
    "2130706433",
    "0x7f.1",
    "0177.0.0.1",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "0.0.0.0",
    "[::]",
    "localhost",
    "127.98.0.1",
  ])("exclude %s in every notation", async (host) => {
    let requested = 0;
    const port = await device((_, response) => {
      requested += 1;
      response.end();
    });
    expect(kindOf(await get(`http://${host}:${port}/`, longLimit, otherNetwork))).toBe("outside-networks");
    expect(requested).toBe(0);
  });

  it("exclude a name that resolves to an address outside", async () => {
    expect(await get("http://cam.example:1/", longLimit, otherNetwork, async () => ["127.98.0.7"])).toEqual({
      ok: false,
      failure: { kind: "outside-networks", detail: "cam.example (127.98.0.7) is outside the site's networks." },
    });
  });

  it("are checked for the same address that is connected to", async () => {
    const port = await device((request, response) => response.end(request.headers.host));
    const responses = [["127.98.0.7", "127.0.0.1"], ["127.98.0.7"]];
    const look = async () => responses.shift() ?? [];
    const result = await get(`http://cam.example:${port}/`, longLimit, "127.0.0.0/16", look);
    expect(result).toMatchObject({ ok: true, value: { text: `cam.example:${port}` } });
    expect(responses).toHaveLength(1);
  });

  it.each(["https://127.0.0.1/", "file:///etc/passwd", "nonsense"])("reject the URL %s", async (url) => {
    expect(kindOf(await get(url))).toBe("unreachable");
  });
});

describe("the limits of a request", () => {
  const slow = { timeoutMs: 60 };

  it.each([
    ["never responds", () => {}],
    ["stops in the middle", (_, response) => void response.write("[{")],
    ["sends single bytes for ever", (_, response) => drip(response)],
  ] satisfies [string, RequestListener][])("end a request to a device that %s", async (_, response) => {
    const port = await device(response);
    expect(kindOf(await get(`http://127.0.0.1:${port}/`, slow))).toBe("timed-out");
  });

  it("end a lookup that never finishes", async () => {
    expect(kindOf(await get("http://cam.example/", slow, loopback, () => new Promise(() => {})))).toBe("timed-out");
  });

  it.each([
    ["sends the content length", (_, response) => response.end("x".repeat(512 * 1024))],
    ["does not send the content length", (_, response) => void response.write("x".repeat(256 * 1024 + 1))],
    ["never ends", (_, response) => flood(response)],
  ] satisfies [string, RequestListener][])(
    "end a response that is too large from a device that %s",
    async (_, response) => {
      const port = await device(response);
      expect(kindOf(await get(`http://127.0.0.1:${port}/`))).toBe("too-large");
    },
  );

  it("allow 256 KiB", async () => {
    const port = await device((_, response) => response.end("x".repeat(256 * 1024)));
    expect(kindOf(await get(`http://127.0.0.1:${port}/`))).toBe("ok");
  });
});

describe("a faulty device", () => {
  it.each([
    ["not HTTP", "SSH-2.0-OpenSSH_9.2\r\n", "not-understood"],
    ["HTTP with a broken header", "HTTP/1.1 200 OK\r\nno colon\r\n\r\n", "not-understood"],
    ["an endless header", `HTTP/1.1 200 OK\r\nx: ${"y".repeat(100_000)}`, "not-understood"],
    ["half of the announced length", "HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\n[{", "not-understood"],
    ["nothing", "", "unreachable"],
  ] as const)("sends %s", async (_, bytes, kind) => {
    const port = await rawDevice(bytes);
    expect(kindOf(await get(`http://127.0.0.1:${port}/`))).toBe(kind);
  });

  it("without a server on its port is unreachable", async () => {
    const server = createTcpServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    expect(await get(`http://127.0.0.1:${port}/`)).toEqual({
      ok: false,
      failure: { kind: "unreachable", detail: "Connection refused." },
    });
  });

  it("with an unknown name is unreachable", async () => {
    expect(kindOf(await get("http://cam.invalid/", longLimit, loopback, async () => []))).toBe("unreachable");
  });
});

describe("the limited lookup", () => {
  it("shares concurrent lookups of a name and limits how many run", async () => {
    const requested: string[] = [];
    const response: (() => void)[] = [];
    const look = createLimitedLookup((name) => {
      requested.push(name);
      return new Promise((resolve) => response.push(() => resolve([name])));
    }, 1);
    const all = [look("a"), look("a"), look("b")];
    expect(requested).toEqual(["a"]);
    response.shift()?.();
    expect(await all[1]).toEqual(["a"]);
    await expect.poll(() => requested).toEqual(["a", "b"]);
    response.shift()?.();
    expect(await Promise.all(all)).toEqual([["a"], ["a"], ["b"]]);
  });

  it("continues after a failed lookup", async () => {
    const look = createLimitedLookup(async (name) => (name === "a" ? Promise.reject(new Error("no")) : [name]), 1);
    await expect(look("a")).rejects.toThrow("no");
    expect(await look("b")).toEqual(["b"]);
  });
});

function drip(response: Parameters<RequestListener>[1]): void {
  const timer = setInterval(() => response.write("x"), 5);
  response.once("close", () => clearInterval(timer));
}

function flood(response: Parameters<RequestListener>[1]): void {
  const more = () => {
    while (!response.destroyed && response.write("x".repeat(65_536)));
  };
  response.on("drain", more);
  more();
}
