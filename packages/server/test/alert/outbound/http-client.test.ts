import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from "node:net";
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from "node:tls";
import { success } from "@gatehouse/drivers/device-result";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type HttpRequest, sendHttp } from "../../../src/alert/http-client.ts";
import { createHardwareConnector } from "../../../src/gate/hardware/transports.ts";
import { freePort } from "../../free-port.ts";
import { testCertificate } from "./test-certificate.ts";

async function listen(server: Server | TcpServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    if ("closeAllConnections" in server) server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const serve = (respond: RequestListener) => listen(createServer(respond));
const serveBytes = (bytes: string) => listen(createTcpServer((socket) => socket.on("error", () => {}).end(bytes)));

const limits = { timeoutMs: 8_000, maxBytes: 1_024 };
const toLoopback = async () => success("127.0.0.1");
const send = (url: string, over: Partial<HttpRequest> = {}, timeoutMs = limits.timeoutMs) =>
  sendHttp({ url: new URL(url), ...over }, toLoopback, { ...limits, timeoutMs });

describe("failures of an outbound request", () => {
  it.each([
    ["a closed port", freePort, "unreachable", "Connection refused."],
    ["a connection that closes", () => serveBytes(""), "unreachable", "Connection closed without a reply."],
    ["another protocol", () => serveBytes("SSH-2.0-x\r\n"), "not-understood", "The response is not HTTP."],
    [
      "half a response",
      () => serveBytes("HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\n[{"),
      "not-understood",
      "The response was cut off.",
    ],
    [
      "a large response",
      () => serve((_, response) => response.end("x".repeat(1_025))),
      "too-large",
      "The response is larger than 1 KiB.",
    ],
    [
      "a large response of unknown length",
      () => serve((_, response) => void response.write("x".repeat(1_025))),
      "too-large",
      "The response is larger than 1 KiB.",
    ],
  ] as const)("names %s", async (_, start, kind, detail) => {
    const port = await start();
    expect(await send(`http://127.0.0.1:${port}/`)).toEqual({ ok: false, failure: { kind, detail } });
  });

  it("names the time limit", async () => {
    const port = await serve(() => {});
    const failure = { kind: "timed-out", detail: "No reply within 0.05 s." };
    expect(await send(`http://127.0.0.1:${port}/`, {}, 50)).toEqual({ ok: false, failure });
  });

  it("names a lookup that takes too long", async () => {
    const request = { url: new URL("http://cloud.example/") };
    const result = await sendHttp(request, () => new Promise(() => {}), { ...limits, timeoutMs: 50 });
    const failure = { kind: "timed-out", detail: "Host name lookup timed out after 0.05 s." };
    expect(result).toEqual({ ok: false, failure });
  });
});

describe("an outbound request", () => {
  it("sends a percent sign in the credentials that is no escape", async () => {
    const port = await serve((request, response) => response.end(request.headers.authorization));
    const result = await send(`http://user:100%@127.0.0.1:${port}/`);
    expect(result.ok && result.value.text).toBe(`Basic ${Buffer.from("user:100%").toString("base64")}`);
  });

  it("sends a JSON body, the host of the URL and the credentials in it", async () => {
    const port = await serve((request, response) => {
      const { host, authorization, "content-type": type, "content-length": length } = request.headers;
      response.end(JSON.stringify({ method: request.method, host, authorization, type, length }));
    });
    const result = await send(`http://us%40er:pw@cloud.example:${port}/`, { method: "POST", body: { a: 1 } });
    expect(result.ok && JSON.parse(result.value.text)).toEqual({
      method: "POST",
      host: `cloud.example:${port}`,
      authorization: `Basic ${Buffer.from("us@er:pw").toString("base64")}`,
      type: "application/json",
      length: "7",
    });
  });

  it("SAFE-8 connects to the resolved address even if the URL has another one", async () => {
    const port = await serve((_, response) => response.end("pinned"));
    expect(await send(`http://127.99.0.1:${port}/`)).toMatchObject({ ok: true, value: { text: "pinned" } });
  });
});

describe("an outbound request over TLS", () => {
  const trusted = getCACertificates();
  beforeAll(() => setDefaultCACertificates([...trusted, testCertificate.cert]));
  afterAll(() => setDefaultCACertificates(trusted));

  const serveTls = () =>
    listen(
      createHttpsServer(testCertificate, (request, response) => {
        const { servername } = request.socket as TLSSocket;
        response.end(JSON.stringify({ servername, host: request.headers.host }));
      }),
    );

  it("SAFE-8 connects to the checked address and sends the host name for SNI", async () => {
    const port = await serveTls();
    const result = await send(`https://cloud.example:${port}/`);
    const text = JSON.stringify({ servername: "cloud.example", host: `cloud.example:${port}` });
    expect(result).toMatchObject({ ok: true, value: { text } });
  });

  it.each(["other.example", "127.0.0.1"])("SAFE-8 rejects a certificate that is not for %s", async (host) => {
    const port = await serveTls();
    expect(await send(`https://${host}:${port}/`)).toEqual({
      ok: false,
      failure: { kind: "unreachable", detail: "The TLS certificate is for another host name." },
    });
  });

  it("SAFE-8 rejects a certificate that is not trusted", async () => {
    setDefaultCACertificates(trusted);
    onTestFinished(() => setDefaultCACertificates([...trusted, testCertificate.cert]));
    const port = await serveTls();
    expect(await send(`https://cloud.example:${port}/`)).toEqual({
      ok: false,
      failure: { kind: "unreachable", detail: "The TLS certificate is not from a trusted authority." },
    });
  });
});

describe("a request to an HTTP relay board", () => {
  const boardAt = (port: number) => {
    const boardLimits = { connectMs: 1_000, replyMs: 2_000, maxBytes: 1_024 };
    const { http } = createHardwareConnector(
      async () => "127.0.0.0/8",
      async () => [],
      boardLimits,
    ).at("127.0.0.1");
    return http({ method: "POST", host: "127.99.0.1", port, path: "/rpc?a=1", body: { on: true } });
  };

  it("connects to the located address, whatever the host", async () => {
    const port = await serve((request, response) => response.end(`${request.url} ${request.headers.host}`));
    expect(await boardAt(port)).toEqual({ ok: true, status: 200, text: `/rpc?a=1 127.99.0.1:${port}` });
  });

  it.each([
    ["does not listen", freePort, false, "Connection refused."],
    ["does not reply", () => serve(() => {}), true, "No reply within 2 s."],
    [
      "closes the connection",
      () => serve((request) => request.socket.destroy()),
      true,
      "Connection closed without a reply.",
    ],
    [
      "sends too much",
      () => serve((_, response) => response.end("x".repeat(1_025))),
      true,
      "The response is larger than 1 KiB.",
    ],
  ] as const)("reports whether a board that %s may have received the command", async (_, start, isSent, detail) => {
    expect(await boardAt(await start())).toEqual({ ok: false, isSent, detail });
  });
});
