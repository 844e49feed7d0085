import { isIP } from "node:net";
import type { DeviceResult } from "@gatehouse/drivers/device-result";
import { failed, success } from "@gatehouse/drivers/device-result";
import { WebSocket } from "ws";
import { hostOf } from "../outbound/allowed-address.ts";
import { connectionFailure, noReplyWithin } from "../outbound/http-failures.ts";
import { resolveDeviceAddress } from "../outbound/site-http.ts";
import type { ReadDb } from "../platform/database/database.ts";

const connectTimeoutMs = 3_000;
const maxSegmentBytes = 8 * 1_048_576;

/** LIVE-7: connects to the WebSocket of a media server in the site's networks; returns it paused. */
export async function openMediaServer(db: ReadDb, text: string): Promise<DeviceResult<WebSocket>> {
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
