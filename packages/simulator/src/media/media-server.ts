import { readFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import sharp from "sharp";
import { type WebSocket, WebSocketServer } from "ws";
import { type FaultableServer, startFaultableServer } from "../network/faultable-server.ts";
import { type HttpFault, respondWithFault, slowResponseMs } from "../network/http-fault.ts";
import { renderCar, renderRoad } from "../rendering/car-scene.ts";
import { renderStrokeText } from "../rendering/stroke-text.ts";
import { parseFragmentedMp4 } from "./fragmented-mp4.ts";

/** What a simulated camera sees. */
interface CameraView {
  readonly name: string;
  /** Plate of the car in front of the camera; null for an empty lane. */
  readonly plate: string | null;
}

const jpeg = { quality: 75 } as const;

/** Renders what a camera sees now, as JPEG. The time and a mark that moves along the edge change with every picture. */
function renderFrame({ name, plate }: CameraView, now: Date): Promise<Buffer> {
  const ink = { ink: "#fff", weight: 1.8 };
  const time = `${now.toISOString().slice(11, 21)} UTC`;
  const turn = (now.getTime() % 10_000) / 10_000;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360" viewBox="0 0 640 360">
${renderRoad()}
${plate === null ? "" : renderCar(plate)}
<rect width="640" height="26" fill="#000" opacity=".55"/>
${renderStrokeText(name, { x: 12, y: 7, width: 300, height: 12 }, ink)}
${renderStrokeText(time, { x: 470, y: 7, width: 158, height: 12 }, ink)}
<rect x="${(turn * 600).toFixed(1)}" y="354" width="40" height="6" fill="#f2d36b"/>
</svg>`;
  return sharp(Buffer.from(svg)).jpeg(jpeg).toBuffer();
}

/** A media server like go2rtc: a picture, the health, and live video over a WebSocket for each camera. */
export interface MediaServer extends FaultableServer<HttpFault> {
  /** The addresses of a camera, as entered in Gatehouse. */
  streamUrls(source: string): Readonly<Record<"frame" | "health" | "websocket" | "rtsp", string>>;
  /** Number of viewers of live video. */
  viewers(): number;
  reset(): Promise<void>;
}

/** Finds what the camera with this name sees; undefined if there is no such camera. */
export type FindView = (source: string) => CameraView | undefined;

/**
 * A car at a barrier, made of the scenes of `rendering/car-scene.ts` with
 * `ffmpeg -framerate 10 -i %03d.png -c:v libx264 -profile:v baseline -g 10 -movflags frag_keyframe+empty_moov+default_base_moof`.
 */
const video = parseFragmentedMp4(readFileSync(join(import.meta.dirname, "gate-video.mp4")));
const mimeType = 'video/mp4; codecs="avc1.42C01F"';
/** Fragments that are sent at once, so that the video starts without delay. */
const headStart = 2;

/** Starts a media server; port 0 picks a free port. */
export async function startMediaServer(requestedPort: number, findView: FindView): Promise<MediaServer> {
  const viewers = new Set<WebSocket>();
  const server = await startFaultableServer<HttpFault>(
    requestedPort,
    { healthy: "normal", unplugged: "refusing" },
    (fault) => createMediaServer(fault, findView, viewers),
  );
  const address = `127.0.0.1:${server.port}`;
  return {
    ...server,
    streamUrls: (source) => {
      const query = `src=${encodeURIComponent(source)}`;
      return {
        frame: `http://${address}/api/frame.jpeg?${query}`,
        health: `http://${address}/api/health?${query}`,
        websocket: `ws://${address}/api/ws?${query}`,
        rtsp: `rtsp://viewer:gate-view@127.0.0.1:8554/${source.replaceAll("/", "-")}`,
      };
    },
    viewers: () => viewers.size,
    reset: () => server.setFault("normal"),
  };
}

function createMediaServer(fault: () => HttpFault, findView: FindView, viewers: Set<WebSocket>): Server {
  const sockets = new WebSocketServer({ noServer: true });
  const viewOf = (url: string) => findView(new URL(url, "http://media").searchParams.get("src") ?? "");
  const http = createServer(({ url = "/" }, response) =>
    respondWithFault(fault(), response, () => void respond(url, viewOf(url), response)),
  );
  http.on("upgrade", (request, socket, head) => {
    socket.on("error", () => socket.destroy());
    const accept = () =>
      sockets.handleUpgrade(request, socket, head, (viewer) => {
        viewers.add(viewer);
        viewer.once("close", () => viewers.delete(viewer));
        viewer.on("message", (data) => play(viewer, String(data), { view: viewOf(request.url ?? ""), fault: fault() }));
      });
    // A server that hangs accepts the connection, but not the handshake.
    if (fault() === "silent") return;
    if (fault() !== "slow") return accept();
    const timer = setTimeout(accept, slowResponseMs);
    socket.once("close", () => clearTimeout(timer));
  });
  return http;
}

async function respond(url: string, view: CameraView | undefined, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(url, "http://media");
  const sendJson = (status: number, body: object) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  if (!view) return void sendJson(404, { error: "stream not found" });
  if (pathname === "/api/health") return void sendJson(200, { status: "ok" });
  if (pathname !== "/api/frame.jpeg") return void sendJson(404, { error: "not found" });
  const bytes = await renderFrame(view, new Date());
  response.writeHead(200, { "content-type": "image/jpeg", "cache-control": "no-store" }).end(bytes);
}

interface Playing {
  readonly view: CameraView | undefined;
  readonly fault: HttpFault;
}

/** Answers a request for video. */
function play(viewer: WebSocket, request: string, { view, fault }: Playing): void {
  const { type, value = "" } = JSON.parse(request) as { type?: string; value?: string };
  if (type !== "mse") return;
  if (!view) sendText(viewer, "error", "mse: stream not found");
  else if (!value.includes("avc1.")) sendText(viewer, "error", "mse: codecs not matched");
  else sendVideo(viewer, fault);
}

const sendText = (viewer: WebSocket, type: "mse" | "error", value: string) =>
  viewer.send(JSON.stringify({ type, value }));

/** Sends the type of the video, its initialization segment, and then fragments in real time. */
function sendVideo(viewer: WebSocket, fault: HttpFault): void {
  sendText(viewer, "mse", mimeType);
  viewer.send(video.init);
  if (fault === "truncated") {
    const whole = video.fragment(0);
    viewer.send(whole.subarray(0, whole.length / 2), () => viewer.terminate());
  } else if (fault === "garbage") viewer.send(Buffer.alloc(2_000, 0x2a));
  else sendFragments(viewer);
}

function sendFragments(viewer: WebSocket): void {
  let next = 0;
  const sendNext = () => {
    viewer.send(video.fragment(next));
    next += 1;
  };
  for (let sent = 0; sent < headStart; sent += 1) sendNext();
  const timer = setInterval(sendNext, video.fragmentMs);
  viewer.once("close", () => clearInterval(timer));
}
