import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";

/** A media server whose responses a test controls. */
export interface TestMediaServer {
  readonly port: number;
  /** The pictures that were requested. */
  frames: number;
  respond: (request: IncomingMessage, response: ServerResponse) => void;
  onSocket: (socket: WebSocket) => void;
  readonly sockets: Set<WebSocket>;
}

const jpegStart = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);

/** Bytes that look like a JPEG with this content. */
export const createJpeg = (content: string) => Buffer.concat([jpegStart, Buffer.from(content)]);

/** Starts a media server that sends numbered pictures, for one test. */
export async function startMediaServer(): Promise<TestMediaServer> {
  const http = createServer((request, response) => {
    media.frames += 1;
    media.respond(request, response);
  });
  const webSockets = new WebSocketServer({ server: http });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const media: TestMediaServer = {
    port: (http.address() as AddressInfo).port,
    frames: 0,
    respond: (_request, response) =>
      response.writeHead(200, { "content-type": "image/jpeg" }).end(createJpeg(`${media.frames}`)),
    onSocket: () => {},
    sockets: webSockets.clients,
  };
  webSockets.on("connection", (socket) => media.onSocket(socket));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        for (const socket of webSockets.clients) socket.terminate();
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  );
  return media;
}
