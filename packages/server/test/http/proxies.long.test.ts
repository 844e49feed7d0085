import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { request } from "node:https";
import { consoleAppId } from "@gatehouse/contract/runtime-config";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { multipart } from "../access/identifiers/multipart.ts";
import { engineSite } from "../intake/ingest/ingest-site.ts";
import { startMediaServer } from "../intake/streams/media-server.ts";
import { listenSignedIn, ownPassword } from "../test-server.ts";
import { type ProxyName, startProxy } from "./proxy-process.ts";

const site = await engineSite();
const { server, db } = site;
let serverPort = 0;
let authorization = "";
beforeAll(async () => {
  ({ port: serverPort, authorization } = await listenSignedIn(server));
});

const callerAddress = "127.0.0.7";

/** Sends a request through the proxy, from an address of its own and with a forged one in the header. */
function send(
  port: number,
  path: string,
  { body, headers }: { body?: Buffer | string; headers?: OutgoingHttpHeaders } = {},
) {
  return new Promise<IncomingMessage>((done, fail) => {
    const sent = request({
      host: "127.0.0.1",
      port,
      path: `/api${path}`,
      method: body === undefined ? "GET" : "POST",
      localAddress: callerAddress,
      rejectUnauthorized: false,
      headers: { "x-forwarded-for": "203.0.113.9", authorization, ...headers },
    });
    sent.on("response", done).on("error", fail).end(body);
  });
}

/** Collects the text of a response while it arrives. */
function collect(response: IncomingMessage): { text: () => string; ended: Promise<string> } {
  let text = "";
  response.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  return { text: () => text, ended: new Promise((done) => response.once("end", () => done(text))) };
}

describe.each<ProxyName>(["nginx", "caddy"])("the documented configuration of %s", (name) => {
  it("OPSYS-5 passes on addresses, live updates, uploads and video", { timeout: 120_000 }, async () => {
    const port = await startProxy(name, serverPort);

    // The address of the caller, not the one that the caller claims to have.
    const credentials = JSON.stringify({ username: "admin", password: ownPassword });
    const json = { "content-type": "application/json", "app-id": consoleAppId };
    const login = await send(port, "/auth/login", { body: credentials, headers: json });
    expect(login.statusCode).toBe(200);
    expect(login.headers["strict-transport-security"]).toBe("max-age=31536000");
    await collect(login).ended;
    const latest = db.selectFrom("sessions").select("address").orderBy("createdAt", "desc").limit(1);
    expect(await latest.executeTakeFirst()).toEqual({ address: callerAddress });

    // Each frame of live updates arrives while the response is open.
    const live = await send(port, "/live");
    onTestFinished(() => void live.destroy());
    const frames = collect(live);
    expect(String(live.headers["set-cookie"])).toContain("; Secure");
    await expect.poll(frames.text).toContain("event: alive");
    await server.call("POST /configs", {
      body: { key: `by-${name}`, dataType: "STRING", value: "x", scope: "global" },
    });
    await expect.poll(frames.text).toContain('"configs"');

    // More than proxies accept by default.
    const content = `lp,vehicleType\n${Array.from({ length: 100_000 }, (_, n) => `PX ${n},CAR`).join("\n")}\n`;
    const upload = await send(
      port,
      "/ac/upload-lps?dryRun=true",
      multipart({ field: "lps", content, filename: "p.csv" }),
    );
    expect([upload.statusCode, JSON.parse(await collect(upload).ended)]).toMatchObject([200, { added: 100_000 }]);

    const media = await startMediaServer();
    const device = await site.device("ANPR_ACCESS_CONTROL");
    const url = `ws://127.0.0.1:${media.port}/api/ws?src=gate`;
    const { id } = await site.camera(device.id, "ANPR_ACCESS_CONTROL", { mediaServerWebsocketUrl: url });
    media.onSocket = (socket) => socket.on("message", () => socket.send(Buffer.from([1, 2, 3])));
    const params = { module: "ac", id };
    const { body } = await server.call<{ videoPath: string }>("GET /cameras/{module}/{id}/live", { params });
    const viewer = new WebSocket(`wss://127.0.0.1:${port}${body.videoPath}`, { rejectUnauthorized: false });
    onTestFinished(() => viewer.terminate());
    const received: string[] = [];
    viewer.on("message", (data) => received.push(String(data)));
    viewer.once("open", () => viewer.send(JSON.stringify({ type: "mse", value: "avc1.640029" })));
    await expect.poll(() => received).toEqual(["\u0001\u0002\u0003"]);
  });
});
