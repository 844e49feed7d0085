import { get } from "node:http";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { listenSignedIn } from "../../test-server.ts";
import { engineSite, poll } from "../ingest/ingest-site.ts";
import { startMediaServer, type TestMediaServer } from "./media-server.ts";

const site = await engineSite();
let port = 0;
beforeAll(async () => {
  ({ port } = await listenSignedIn(site.server));
});

async function cameraAt(url: string): Promise<number> {
  const device = await site.device("ANPR_ACCESS_CONTROL");
  return (await site.camera(device.id, "ANPR_ACCESS_CONTROL", { mediaServerWebsocketUrl: url })).id;
}

const socketUrl = ({ port: mediaPort }: TestMediaServer) => `ws://127.0.0.1:${mediaPort}/api/ws?src=gate`;

async function videoPathOf(id: number): Promise<string> {
  const params = { module: "ac", id };
  const { body } = await site.server.call<{ videoPath: string }>("GET /cameras/{module}/{id}/live", { params });
  return body.videoPath;
}

/** A viewer's WebSocket and what it received. */
function watch(path: string) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`);
  onTestFinished(() => socket.terminate());
  const texts: string[] = [];
  const segments: Buffer[] = [];
  socket.on("message", (data, isBinary) => {
    if (isBinary) segments.push(data as Buffer);
    else texts.push(String(data));
  });
  const closed = new Promise<number>((resolve) => socket.once("close", resolve));
  const rejected = new Promise<number>((resolve) => {
    socket.once("unexpected-response", (_request, { statusCode = 0 }) => resolve(statusCode));
    socket.once("error", () => {});
  });
  const send = (message: object) => socket.once("open", () => socket.send(JSON.stringify(message)));
  return { socket, texts, segments, closed, rejected, send };
}

const request = { type: "mse", value: "avc1.640029,mp4a.40.2" };
const answer = { type: "mse", value: 'video/mp4; codecs="avc1.640029"' };

describe("the live video of a camera", () => {
  it("LIVE-7 passes on the protocol of go2rtc: a request with codecs, the type, then segments", async () => {
    const media = await startMediaServer();
    const received: string[] = [];
    media.onSocket = (socket) =>
      socket.on("message", (data) => {
        received.push(String(data));
        socket.send(JSON.stringify(answer));
        socket.send(Buffer.from([1, 2, 3]));
      });
    const viewer = watch(await videoPathOf(await cameraAt(socketUrl(media))));
    viewer.send(request);
    await poll(async () => expect(viewer.segments).toEqual([Buffer.from([1, 2, 3])]));
    expect(viewer.texts.map((text) => JSON.parse(text))).toEqual([answer]);
    expect(received.map((text) => JSON.parse(text))).toEqual([request]);
    viewer.socket.close();
    await poll(async () => expect(media.sockets.size).toBe(0));
  });

  it.each([
    ["another type", { type: "webrtc/offer", value: "v=0" }],
    ["codecs that are none", { type: "mse", value: 'x"}' }],
  ])("LIVE-7 does not pass on %s", async (_what, message) => {
    const media = await startMediaServer();
    const viewer = watch(await videoPathOf(await cameraAt(socketUrl(media))));
    viewer.send(message);
    expect(await viewer.closed).toBe(1008);
    expect(media.sockets.size).toBe(0);
  });

  it.each([
    ["refuses", "http://127.0.0.1:9/ws", "Connection refused."],
    ["is outside the site's networks", "ws://[::1]:9/ws", "::1 is outside the site's networks."],
  ])("LIVE-7 tells the viewer that the media server %s", async (_what, url, detail) => {
    const viewer = watch(await videoPathOf(await cameraAt(url)));
    viewer.send(request);
    expect(await viewer.closed).toBe(1013);
    expect(viewer.texts.map((text) => JSON.parse(text))).toEqual([{ type: "error", value: detail }]);
  });

  it("LIVE-7 tells the viewer what the media server reports", async () => {
    const media = await startMediaServer();
    media.onSocket = (socket) => socket.send(JSON.stringify({ type: "error", value: "mse: stream not found" }));
    const viewer = watch(await videoPathOf(await cameraAt(socketUrl(media))));
    viewer.send(request);
    await viewer.closed;
    expect(JSON.parse(viewer.texts[0] ?? "")).toEqual({
      type: "error",
      value: "The media server reports: mse: stream not found",
    });
  });

  it("LIVE-7 needs a ticket of a session that has not ended", async () => {
    const media = await startMediaServer();
    const id = await cameraAt(socketUrl(media));
    expect(await watch("/api/camera-video?ticket=x").rejected).toBe(403);
    expect(await watch("/api/elsewhere").rejected).toBe(404);
    const path = await videoPathOf(id);
    site.server.clock.advance(61_000);
    expect(await watch(path).rejected).toBe(403);
  });

  it("LIVE-7 a request that offers HTTP/2 is answered, not upgraded", async () => {
    const headers = {
      connection: "Upgrade, HTTP2-Settings",
      upgrade: "h2c",
      "http2-settings": "AAMAAABkAAQAoAAAAAIAAAAA",
    };
    const status = await new Promise((resolve, reject) => {
      get({ host: "127.0.0.1", port, path: "/api/health", headers, agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).on("error", reject);
    });
    expect(status).toBe(401);
  });
});
