import { type IncomingMessage, STATUS_CODES } from "node:http";
import { isIP, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { type DeviceResult, failed, success } from "@gatehouse/drivers/device-result";
import type { FastifyInstance } from "fastify";
import { type RawData, WebSocket, WebSocketServer } from "ws";
import { hostOf } from "../../alert/allowed-address.ts";
import { connectionError, noReplyWithin } from "../../alert/http-errors.ts";
import { resolveDeviceAddress } from "../../alert/site-http.ts";
import type { ReadDb } from "../../platform/database/database.ts";
import { sessionTopics } from "../../platform/http/live-stream.ts";
import { sidePortOf } from "../../platform/http/side-ports.ts";
import type { Services } from "../../platform/services.ts";
import { mayWatch, verifyVideoTicket, videoPath } from "./video-ticket.ts";

/** Messages of the protocol that go2rtc speaks; binary messages are segments of fragmented MP4. */
interface MediaMessage {
  readonly type: "mse" | "error";
  readonly value: string;
}

/** What a video session needs besides the viewer's connection. */
interface VideoSessionParts {
  openMediaServer(): Promise<DeviceResult<WebSocket>>;
  isStillAllowed(): Promise<boolean>;
  /** Calls the listener when sessions may have ended; returns a function that unsubscribes. */
  onSessionChange(listener: () => void): () => void;
}

const codecList = /^[\w.,-]{1,500}$/;
const maxTextLength = 2_000;
const requestTimeoutMs = 10_000;
/** The media server sends a segment at least this often. */
const maxSilenceMs = 10_000;
const checkIntervalMs = 5_000;
/** A viewer that is this far behind is disconnected, instead of filling the memory. */
const maxBufferedBytes = 8 * 1_048_576;
const tryAgainLater = 1013;
const policyViolation = 1008;

/**
 * Relays live video from a media server to one viewer. The viewer can only ask for video: the message to the
 * media server is built here, because its other messages could change its configuration.
 */
function runVideoSession(
  viewer: WebSocket,
  { openMediaServer, isStillAllowed, onSessionChange }: VideoSessionParts,
): void {
  let source: WebSocket | undefined;
  let lastSegmentMs = performance.now();
  let hasAsked = false;

  const asking = setTimeout(() => end("No request for video.", policyViolation), requestTimeoutMs);
  const checking = setInterval(() => {
    if (source && performance.now() - lastSegmentMs > maxSilenceMs) return fail("The media server sends no video.");
    viewer.ping();
    checkSession();
  }, checkIntervalMs);
  const unsubscribe = onSessionChange(checkSession);

  viewer.once("close", () => {
    clearTimeout(asking);
    clearInterval(checking);
    unsubscribe();
    source?.terminate();
  });
  viewer.on("error", () => viewer.terminate());
  viewer.on("message", (data, isBinary) => {
    const message = isBinary ? undefined : parseMessage(data);
    if (message?.type !== "mse" || hasAsked || !codecList.test(message.value)) {
      return end("Only one request for video is allowed.", policyViolation);
    }
    hasAsked = true;
    clearTimeout(asking);
    void play(message.value);
  });

  function checkSession(): void {
    isStillAllowed().then(
      (isAllowed) => isAllowed || end("Your session has ended.", policyViolation),
      () => {}, // The next check decides.
    );
  }

  async function play(codecs: string): Promise<void> {
    const opened = await openMediaServer().catch(() => undefined);
    if (!opened?.ok) return fail(opened?.failure.detail ?? "The media server can't be reached.");
    if (viewer.readyState !== viewer.OPEN) return opened.value.terminate();
    source = opened.value;
    lastSegmentMs = performance.now();
    source.on("message", forward);
    source.once("close", () => fail("The media server closed the connection."));
    source.resume();
    source.send(JSON.stringify({ type: "mse", value: codecs }));
  }

  function forward(data: RawData, isBinary: boolean): void {
    if (viewer.readyState !== viewer.OPEN) return;
    if (isBinary) forwardSegment(data);
    else forwardText(parseMessage(data));
  }

  function forwardSegment(data: RawData): void {
    lastSegmentMs = performance.now();
    if (viewer.bufferedAmount > maxBufferedBytes) end("The connection is too slow for video.", tryAgainLater);
    else viewer.send(data, { binary: true });
  }

  function forwardText(message: MediaMessage | undefined): void {
    if (message?.type === "error") fail(`The media server reports: ${message.value}`);
    else if (message) viewer.send(JSON.stringify(message));
  }

  /** Tells the viewer why there is no video, and ends the session. */
  function fail(detail: string): void {
    if (viewer.readyState !== viewer.OPEN) return;
    viewer.send(JSON.stringify({ type: "error", value: detail } satisfies MediaMessage));
    end(detail, tryAgainLater);
  }

  function end(reason: string, code: number): void {
    viewer.close(code, reason.slice(0, 100));
    source?.terminate();
  }
}

function parseMessage(data: RawData): MediaMessage | undefined {
  const text = data.toString();
  if (text.length > maxTextLength) return undefined;
  try {
    const { type, value } = JSON.parse(text) as Record<string, unknown>;
    const isKnown = (type === "mse" || type === "error") && typeof value === "string";
    return isKnown ? { type, value } : undefined;
  } catch {
    return undefined;
  }
}

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
    socket.on("error", (error: NodeJS.ErrnoException) => resolve({ ok: false, failure: toError(error) }));
    socket.once("unexpected-response", (_request, { statusCode }) => {
      resolve(failed("refused", `The media server answered ${statusCode}.`));
      socket.terminate();
    });
  });
}

const toError = (error: NodeJS.ErrnoException) =>
  error.message.includes("handshake has timed out") ? noReplyWithin(connectTimeoutMs) : connectionError(error);

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
