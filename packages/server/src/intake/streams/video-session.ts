import type { DeviceResult } from "@gatehouse/drivers/device-result";
import type { RawData, WebSocket } from "ws";

/** Messages of the protocol that go2rtc speaks; binary messages are segments of fragmented MP4. */
interface MediaMessage {
  readonly type: "mse" | "error";
  readonly value: string;
}

/** What a video session needs besides the viewer's connection. */
export interface VideoSessionParts {
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
export function runVideoSession(
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
