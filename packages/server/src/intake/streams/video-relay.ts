import { type IncomingMessage, STATUS_CODES } from "node:http";
import { isIP, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { type DeviceResult, failed, success } from "@gatehouse/drivers/device-result";
import type { FastifyInstance } from "fastify";
import { WebSocket, WebSocketServer } from "ws";
import { hostOf } from "../../alert/allowed-address.ts";
import { connectionFailure, noReplyWithin } from "../../alert/http-failures.ts";
import { resolveDeviceAddress } from "../../alert/site-http.ts";
import type { ReadDb } from "../../platform/database/database.ts";
import { sessionTopics } from "../../platform/http/live-stream.ts";
import { sidePortOf } from "../../platform/http/side-ports.ts";
import type { Services } from "../../platform/services.ts";
import { runVideoSession } from "./video-session.ts";
import { mayWatch, verifyVideoTicket, videoPath } from "./video-ticket.ts";

const connectTimeoutMs = 3_000;
const maxSegmentBytes = 8 * 1_048_576;

/** Connects to the WebSocket of a media server in the site's networks; returns it paused. */
async function openMediaServer(db: ReadDb, text: string): Promise<DeviceResult<WebSocket>> {
  const url = URL.canParse(text) ? new URL(text.replace(/^http/i, "ws")) : undefined;
  if (!url) return failed("unreachable", "The websocket URL is not valid.");
  const address = await resolveDeviceAddress(db, url, connectTimeoutMs);
  if (!address.ok) return address;
  const host = hostOf(url);
  // Connecting to the checked address prevents a second lookup; SNI and the certificate check still use the name.
  const target = new URL(url);
  target.hostname = address.value.includes(":") ? `[${address.value}]` : address.value;
  const socket = new WebSocket(target, {
    headers: { host: url.host },
    ...(url.protocol === "wss:" && { servername: isIP(host) === 0 ? host : "" }),
    handshakeTimeout: connectTimeoutMs,
    maxPayload: maxSegmentBytes,
    perMessageDeflate: false,
  });
  return new Promise((resolve) => {
    socket.once("open", () => {
      // Until the caller listens: a message without a listener would be lost.
      socket.pause();
      resolve(success(socket));
    });
    socket.on("error", (error: NodeJS.ErrnoException) => resolve({ ok: false, failure: toFailure(error) }));
    socket.once("unexpected-response", (_request, { statusCode }) => {
      resolve(failed("refused", `The media server answered ${statusCode}.`));
      socket.terminate();
    });
  });
}

const toFailure = (error: NodeJS.ErrnoException) =>
  error.message.includes("handshake has timed out") ? noReplyWithin(connectTimeoutMs) : connectionFailure(error);

const maxRequestBytes = 4_096;
const maxViewers = 100;

/** Passes live video of media servers to signed-in viewers, over WebSockets of this server. */
export function registerVideoRelay(app: FastifyInstance, services: Services): void {
  const viewers = new Set<WebSocket>();
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxRequestBytes, perMessageDeflate: false });

  app.server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on("error", () => socket.destroy());
    accept(request, socket, head).catch((error: unknown) => {
      services.log.warn({ error }, "could not start a video");
      reject(socket, 503);
    });
  });
  app.addHook("preClose", async () => {
    for (const viewer of viewers) viewer.terminate();
    sockets.close();
  });

  async function accept(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://gatehouse");
    if (sidePortOf(socket) !== undefined || pathname !== videoPath) return reject(socket, 404);
    const ticket = await verifyVideoTicket(searchParams.get("ticket") ?? "", services);
    if (!ticket) return reject(socket, 403);
    const url = await findWebsocketUrl(ticket.cameraId);
    if (url === undefined) return reject(socket, 404);
    if (viewers.size >= maxViewers) return reject(socket, 503);
    app.callerLimits.trustSocket(socket as Socket);
    sockets.handleUpgrade(request, socket, head, (viewer) => {
      viewers.add(viewer);
      viewer.once("close", () => viewers.delete(viewer));
      runVideoSession(viewer, {
        openMediaServer: () => openMediaServer(services.db, url),
        isStillAllowed: () => mayWatch(ticket, services),
        onSessionChange: (listener) =>
          services.live.subscribe((topics) => topics.some((topic) => sessionTopics.has(topic)) && listener()),
      });
    });
  }

  async function findWebsocketUrl(cameraId: number): Promise<string | undefined> {
    const camera = await services.db
      .selectFrom("cameras")
      .select("mediaServerWebsocketUrl")
      .where("id", "=", cameraId)
      .executeTakeFirst();
    return camera?.mediaServerWebsocketUrl ?? undefined;
  }
}

function reject(socket: Duplex, status: number): void {
  if (socket.writable) {
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
  }
  socket.once("finish", () => socket.destroy());
}
