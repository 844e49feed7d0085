import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from "node:net";
import type { DeviceResult } from "@gatehouse/drivers/ai-devices/driver";
import { describe, expect, it, onTestFinished } from "vitest";
import { createDeviceHttp } from "../../src/outbound/device-http.ts";
import { limitedLookup, type NameLookup } from "../../src/outbound/dns-lookup.ts";
import type { HttpLimits } from "../../src/outbound/http-client.ts";

// A busy machine answers late; what never answers is asked with little patience.
const patient = { timeoutMs: 8_000 };
const loopback = "127.0.0.0/8, ::1";

async function listening(server: Server | TcpServer, host = "127.0.0.1"): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(() => {
    if ("closeAllConnections" in server) server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const device = (answer: RequestListener, host?: string) => listening(createServer(answer), host);

/** Answers every connection with these bytes and ends it. */
const rawDevice = (bytes: string) => listening(createTcpServer((socket) => socket.on("error", () => {}).end(bytes)));

const ask = (url: string, limits: Partial<HttpLimits> = patient, networks = loopback, look?: NameLookup) =>
  createDeviceHttp(async () => networks, limits, look)({ url });

const kindOf = (result: DeviceResult<unknown>) => (result.ok ? "answered" : result.failure.kind);

describe("asking a device", () => {
  it("gives its status, its type and its text in any script", async () => {
    const port = await device((_, answer) =>
      answer.writeHead(418, { "content-type": "text/plain; charset=utf-8" }).end("दिल्ली"),
    );
    expect(await ask(`http://127.0.0.1:${port}/x`)).toEqual({
      ok: true,
      value: { status: 418, contentType: "text/plain; charset=utf-8", text: "दिल्ली", mayBeFramed: true },
    });
  });

  it("sends the path and the headers it was given", async () => {
    const port = await device((request, answer) => answer.end(`${request.url} ${request.headers.authorization}`));
    const asked = await createDeviceHttp(
      async () => loopback,
      patient,
    )({
      url: `http://127.0.0.1:${port}/a%20b?c=d`,
      headers: { authorization: "Basic eDp5" },
    });
    expect(asked).toMatchObject({ ok: true, value: { text: "/a%20b?c=d Basic eDp5" } });
  });

  it("works over IPv6", async () => {
    const port = await device((_, answer) => answer.end("six"), "::1");
    expect(await ask(`http://[::1]:${port}/`)).toMatchObject({ ok: true, value: { text: "six" } });
  });
});

describe("DASH-1 a page", () => {
  it.each([
    [{}, true],
    [{ "x-frame-options": "SAMEORIGIN" }, false],
    [{ "content-security-policy": "default-src 'self'" }, true],
    [{ "content-security-policy": "default-src 'self'; frame-ancestors 'self'" }, false],
    [{ "content-security-policy": "frame-ancestors 'none'" }, false],
    [{ "content-security-policy": "frame-ancestors *", "x-frame-options": "DENY" }, true],
  ])("with %j may be framed: %s", async (headers: Record<string, string>, mayBeFramed) => {
    const port = await device((_, answer) => answer.writeHead(200, headers).end());
    expect(await ask(`http://127.0.0.1:${port}/`)).toMatchObject({ ok: true, value: { mayBeFramed } });
  });
});

describe("a redirect", () => {
  it.each([301, 302, 303, 307, 308])("%i is an answer and is not followed", async (status) => {
    let elsewhere = 0;
    const outside = await device((_, answer) => {
      elsewhere += 1;
      answer.end();
    });
    const port = await device((_, answer) =>
      answer.writeHead(status, { location: `http://127.0.0.1:${outside}/` }).end(),
    );
    expect(await ask(`http://127.0.0.1:${port}/`)).toMatchObject({ ok: true, value: { status } });
    expect(elsewhere).toBe(0);
  });
});

describe("the fence", () => {
  const elsewhereOnly = "127.99.0.0/16";

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
  ])("keeps the server from %s, in whatever spelling", async (host) => {
    let asked = 0;
    const port = await device((_, answer) => {
      asked += 1;
      answer.end();
    });
    expect(kindOf(await ask(`http://${host}:${port}/`, patient, elsewhereOnly))).toBe("outside-networks");
    expect(asked).toBe(0);
  });

  it("keeps the server from a name that leads outside", async () => {
    expect(await ask("http://cam.example:1/", patient, elsewhereOnly, async () => ["127.98.0.7"])).toEqual({
      ok: false,
      failure: { kind: "outside-networks", detail: "cam.example (127.98.0.7) is outside the site's networks." },
    });
  });

  it("connects to the address that it checked, although the name leads elsewhere a moment later", async () => {
    const port = await device((request, answer) => answer.end(request.headers.host));
    const answers = [["127.98.0.7", "127.0.0.1"], ["127.98.0.7"]];
    const look = async () => answers.shift() ?? [];
    const result = await ask(`http://cam.example:${port}/`, patient, "127.0.0.0/16", look);
    expect(result).toMatchObject({ ok: true, value: { text: `cam.example:${port}` } });
    expect(answers).toHaveLength(1);
  });

  it.each(["https://127.0.0.1/", "file:///etc/passwd", "nonsense"])("has no way to %s", async (url) => {
    expect(kindOf(await ask(url))).toBe("unreachable");
  });
});

describe("the limits", () => {
  const slow = { timeoutMs: 60 };

  it.each([
    ["never answers", () => {}],
    ["stops in the middle", (_, answer) => void answer.write("[{")],
    ["drips without end", (_, answer) => drip(answer)],
  ] satisfies [string, RequestListener][])("give up on a device that %s", async (_, answer) => {
    const port = await device(answer);
    expect(kindOf(await ask(`http://127.0.0.1:${port}/`, slow))).toBe("timed-out");
  });

  it("give up on a name that is never found", async () => {
    expect(kindOf(await ask("http://cam.example/", slow, loopback, () => new Promise(() => {})))).toBe("timed-out");
  });

  it.each([
    ["says how much comes", (_, answer) => answer.end("x".repeat(512 * 1024))],
    ["does not say", (_, answer) => void answer.write("x".repeat(256 * 1024 + 1))],
    ["never ends", (_, answer) => flood(answer)],
  ] satisfies [string, RequestListener][])("give up on too much from a device that %s", async (_, answer) => {
    const port = await device(answer);
    expect(kindOf(await ask(`http://127.0.0.1:${port}/`))).toBe("too-large");
  });

  it("let a quarter of a megabyte through", async () => {
    const port = await device((_, answer) => answer.end("x".repeat(256 * 1024)));
    expect(kindOf(await ask(`http://127.0.0.1:${port}/`))).toBe("answered");
  });
});

describe("a device that is not well", () => {
  it.each([
    ["not HTTP", "SSH-2.0-OpenSSH_9.2\r\n", "not-understood"],
    ["HTTP with a broken header", "HTTP/1.1 200 OK\r\nno colon\r\n\r\n", "not-understood"],
    ["an endless header", `HTTP/1.1 200 OK\r\nx: ${"y".repeat(100_000)}`, "not-understood"],
    ["half of what it announced", "HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\n[{", "not-understood"],
    ["nothing", "", "unreachable"],
  ] as const)("answering %s", async (_, bytes, kind) => {
    const port = await rawDevice(bytes);
    expect(kindOf(await ask(`http://127.0.0.1:${port}/`))).toBe(kind);
  });

  it("with nothing at its port is out of reach", async () => {
    const server = createTcpServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    expect(await ask(`http://127.0.0.1:${port}/`)).toEqual({
      ok: false,
      failure: { kind: "unreachable", detail: "Connection refused." },
    });
  });

  it("with a name that nobody knows is out of reach", async () => {
    expect(kindOf(await ask("http://cam.invalid/", patient, loopback, async () => []))).toBe("unreachable");
  });
});

describe("looking names up", () => {
  it("asks for a name once, however many want it, and for few names at a time", async () => {
    const asked: string[] = [];
    const answer: (() => void)[] = [];
    const look = limitedLookup((name) => {
      asked.push(name);
      return new Promise((resolve) => answer.push(() => resolve([name])));
    }, 1);
    const both = [look("a"), look("a"), look("b")];
    expect(asked).toEqual(["a"]);
    answer.shift()?.();
    expect(await both[1]).toEqual(["a"]);
    await expect.poll(() => asked).toEqual(["a", "b"]);
    answer.shift()?.();
    expect(await Promise.all(both)).toEqual([["a"], ["a"], ["b"]]);
  });

  it("goes on after a lookup that failed", async () => {
    const look = limitedLookup(async (name) => (name === "a" ? Promise.reject(new Error("no")) : [name]), 1);
    await expect(look("a")).rejects.toThrow("no");
    expect(await look("b")).toEqual(["b"]);
  });
});

function drip(answer: Parameters<RequestListener>[1]): void {
  const timer = setInterval(() => answer.write("x"), 5);
  answer.once("close", () => clearInterval(timer));
}

function flood(answer: Parameters<RequestListener>[1]): void {
  const more = () => {
    while (!answer.destroyed && answer.write("x".repeat(65_536)));
  };
  answer.on("drain", more);
  more();
}
