import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";
import { type WebSocket, WebSocketServer } from "ws";
import { sessionTopics } from "../platform/http/live-stream.ts";
import { sidePortOf } from "../platform/http/side-ports.ts";
import type { Services } from "../platform/services.ts";
import { openMediaServer } from "./media-server-socket.ts";
import { runVideoSession } from "./video-session.ts";
import { mayWatch, verifyVideoTicket, videoPath } from "./video-ticket.ts";

const maxRequestBytes = 4_096;
const maxViewers = 100;

/** LIVE-7: passes live video of media servers to signed-in viewers, over WebSockets of this server. */
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
