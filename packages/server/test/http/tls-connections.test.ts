import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { request } from "node:http";
import { type AddressInfo, createServer as createListener } from "node:net";
import { join } from "node:path";
import { connect, type TLSSocket } from "node:tls";
import { describe, expect, it, onTestFinished } from "vitest";
import { defaultHttpLimits } from "../../src/platform/http/http-limits.ts";
import { handOver } from "../../src/platform/http/side-ports.ts";
import { createServer } from "../../src/server.ts";
import { certificateFolder, createCertificate } from "../start/certificate.ts";
import { testServer } from "../test-server.ts";

const { services } = await testServer();

/** A server with TLS that accepts few connections from one address. */
async function tlsServer(maxConnectionsPerAddress: number) {
  const folder = certificateFolder();
  const { cert, key } = createCertificate("localhost");
  const tls = { certPath: join(folder, "cert.pem"), keyPath: join(folder, "key.pem"), hstsSeconds: 0 };
  writeFileSync(tls.certPath, cert);
  writeFileSync(tls.keyPath, key);
  const limits = { ...defaultHttpLimits, maxConnectionsPerAddress };
  const access = { trustedProxies: [], tls, metricsToken: null };
  const app = await createServer(services, { limits, access });
  onTestFinished(() => app.close());
  await app.listen({ host: "127.0.0.1", port: 0 });
  return { app, port: (app.server.address() as AddressInfo).port };
}

async function openTls(port: number): Promise<TLSSocket> {
  const socket = connect({ host: "127.0.0.1", port, rejectUnauthorized: false });
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {});
  socket.resume();
  await once(socket, "secureConnect");
  return socket;
}

describe("connections of a server with TLS", () => {
  it("OPSYS-5 SAFE-4 count towards the limit of their address", async () => {
    const { port } = await tlsServer(10);
    const oldest = await openTls(port);
    const closed = once(oldest, "close");
    const others = await Promise.all(Array.from({ length: 10 }, () => openTls(port)));
    await closed;
    expect(others.filter(({ destroyed }) => destroyed)).toEqual([]);
  });

  it("OPSYS-5 LIVE-6 are plain HTTP on the ports of cameras", async () => {
    const { app } = await tlsServer(10);
    const cameraPort = createListener((socket) => handOver(app, socket, 4_711)).listen(0, "127.0.0.1");
    onTestFinished(() => void cameraPort.close());
    await once(cameraPort, "listening");
    const { port } = cameraPort.address() as AddressInfo;
    const push = request({ host: "127.0.0.1", port, method: "POST", path: "/", agent: false });
    push.end("{}");
    const [response] = await once(push, "response");
    const body = JSON.parse(Buffer.concat(await response.toArray()).toString("utf8"));
    expect([response.statusCode, body.code]).toEqual([403, "ingest/wrong-camera"]);
  });
});
