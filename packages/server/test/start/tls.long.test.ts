import { writeFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { get } from "node:http";
import { Agent, type RequestOptions, request } from "node:https";
import { join } from "node:path";
import { connect } from "node:tls";
import { consoleAppId } from "@gatehouse/contract/runtime-config";
import { describe, expect, it } from "vitest";
import { freePort } from "../free-port.ts";
import { poll } from "../intake/ingest/ingest-site.ts";
import { certificateFolder, createCertificate } from "./certificate.ts";
import { dataFolder, launch, preparedFolder, slowMachineMs } from "./launch.ts";

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Calls the server over TLS; the certificate is self-signed. */
function call(url: string, { body, ...options }: RequestOptions & { body?: string } = {}): Promise<Answer> {
  return new Promise((done, fail) => {
    const sent = request(url, { rejectUnauthorized: false, ...options }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => done({ status: response.statusCode, headers: response.headers, body: text }));
    });
    sent.on("error", fail).end(body);
  });
}

/** The common name of the certificate that a new connection gets. */
function servedName(port: number): Promise<string> {
  return new Promise((done, fail) => {
    const socket = connect({ host: "127.0.0.1", port, rejectUnauthorized: false }, () => {
      done(String(socket.getPeerCertificate().subject.CN));
      socket.destroy();
    });
    socket.on("error", fail);
  });
}

const plainGet = (url: string) =>
  new Promise<{ status: number | undefined; location: string | undefined }>((done, fail) => {
    get(url, ({ statusCode, headers }) => done({ status: statusCode, location: headers.location })).on("error", fail);
  });

describe("built-in TLS", () => {
  it(
    "OPSYS-5 serves HTTPS with HSTS, redirects HTTP, and replaces the certificate without dropping connections",
    async () => {
      const folder = certificateFolder();
      const [TLS_CERT, TLS_KEY] = [join(folder, "cert.pem"), join(folder, "key.pem")];
      const [first, second] = [createCertificate("first"), createCertificate("second")];
      writeFileSync(TLS_CERT, first.cert);
      writeFileSync(TLS_KEY, first.key);
      const redirectPort = await freePort();
      const ADMIN_PASSWORD = "first-password-here";
      const DATA_DIR = await preparedFolder();
      const server = launch({ DATA_DIR, TLS_CERT, TLS_KEY, HTTP_REDIRECT_PORT: String(redirectPort), ADMIN_PASSWORD });
      const address = await server.ready;
      const port = Number(new URL(address).port);
      expect(address).toBe(`https://127.0.0.1:${port}`);

      const health = await call(`${address}/healthz`);
      expect([health.status, health.headers["strict-transport-security"]]).toEqual([200, "max-age=31536000"]);
      await poll(async () =>
        expect(await plainGet(`http://127.0.0.1:${redirectPort}/events?tab=all`)).toEqual({
          status: 308,
          location: `https://127.0.0.1:${port}/events?tab=all`,
        }),
      );

      // One connection that stays open while the certificate is replaced.
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const kept = () => call(`${address}/healthz`, { agent, headers: { connection: "keep-alive" } });
      await kept();
      const [socket] = Object.values(agent.freeSockets).flat();
      writeFileSync(TLS_CERT, second.cert);
      writeFileSync(TLS_KEY, second.key);
      await poll(async () => expect(await servedName(port)).toBe("second"));
      expect((await kept()).status).toBe(200);
      expect(Object.values(agent.freeSockets).flat()).toEqual([socket]);

      const session = await signIn(address, ADMIN_PASSWORD);
      writeFileSync(TLS_KEY, first.key);
      await poll(async () =>
        expect(await openAlerts(address, session)).toContainEqual({
          type: "TLS_CERTIFICATE",
          description: expect.stringContaining(`TLS_KEY: ${TLS_KEY} does not belong to the certificate in ${TLS_CERT}`),
        }),
      );
      expect(await servedName(port)).toBe("second");
      const metrics = await call(`${address}/metrics`);
      expect(metrics.body).toMatch(/^gatehouse_tls_certificate_expiry_timestamp_seconds \d+$/m);

      writeFileSync(TLS_KEY, second.key);
      await poll(async () => expect(await openAlerts(address, session)).toEqual([]));
      agent.destroy();
    },
    slowMachineMs,
  );

  it("OPSYS-5 doesn't start without a usable certificate", async () => {
    const folder = certificateFolder();
    const [TLS_CERT, TLS_KEY] = [join(folder, "cert.pem"), join(folder, "key.pem")];
    writeFileSync(TLS_CERT, "no certificate");
    const { ended } = launch({ DATA_DIR: dataFolder(), TLS_CERT, TLS_KEY });
    const { code, stderr } = await ended;
    expect([code, stderr]).toEqual([1, expect.stringContaining(`TLS_KEY: ${TLS_KEY} can't be read`)]);
  });
});

/** Signs in and changes the one-time password; the session cookie of live updates must be secure. */
async function signIn(address: string, password: string): Promise<string> {
  const post = async (path: string, body: unknown, headers: Record<string, string>) => {
    const options = { method: "POST", headers: { "content-type": "application/json", ...headers } };
    const { body: text } = await call(`${address}/api${path}`, { ...options, body: JSON.stringify(body) });
    return (JSON.parse(text) as { token: string }).token;
  };
  const token = await post("/auth/login", { username: "admin", password }, { "app-id": consoleAppId });
  const own = { password: "a password of my own" };
  return post("/auth/reset-password", own, { authorization: `Bearer ${token}` });
}

async function openAlerts(address: string, token: string): Promise<{ type: string; description: string }[]> {
  const { body } = await call(`${address}/api/alerts/open`, { headers: { authorization: `Bearer ${token}` } });
  const alerts = JSON.parse(body) as { type: string; description: string }[];
  return alerts.map(({ type, description }) => ({ type, description }));
}
