import { request } from "node:http";
import { connect } from "node:net";
import type { HardwareTransports, RelayHttp, TcpResult } from "@gatehouse/drivers/hardware-transport";
import { placeInside } from "../outbound/device-http.ts";
import { type NameLookup, systemLookup } from "../outbound/dns-lookup.ts";
import { parseNetworks } from "../platform/networks.ts";

/** Limits of one exchange with a device. */
export interface HardwareLimits {
  readonly connectMs: number;
  readonly replyMs: number;
  readonly maxBytes: number;
}

const defaultLimits: HardwareLimits = { connectMs: 1_000, replyMs: 2_000, maxBytes: 65_536 };

type Located = { ok: true; address: string } | { ok: false; isSent: false; detail: string };

/** Connects to hardware in two steps, so that a caller can check the resolved address before anything is sent. */
export interface HardwareConnector {
  /** Resolves a host to one address inside the site's networks. */
  locate(host: string): Promise<Located>;
  /** Transports that connect to this address and ignore the host of a request. */
  at(address: string): HardwareTransports;
}

/** Creates a connector that opens a new connection for each exchange. */
export function createHardwareConnector(
  readNetworks: () => Promise<string>,
  lookup: NameLookup = systemLookup,
  limits: HardwareLimits = defaultLimits,
): HardwareConnector {
  async function locate(host: string): Promise<Located> {
    const target = `http://${host.includes(":") ? `[${host}]` : host}/`;
    if (!URL.canParse(target)) return { ok: false, isSent: false, detail: "Invalid address." };
    const found = placeInside(new URL(target), parseNetworks(await readNetworks()), lookup);
    const place = await withTimeout(found, limits.connectMs);
    if (place === undefined) return { ok: false, isSent: false, detail: "Host name lookup timed out." };
    return place.ok ? { ok: true, address: place.value } : { ok: false, isSent: false, detail: place.failure.detail };
  }

  return {
    locate,
    at: (address) => ({
      tcp: ({ port, bytes, isWhole }) => exchange({ address, port, bytes, isWhole, limits }),
      http: (sent) => sendHttp(address, sent, limits),
    }),
  };
}

function withTimeout<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

interface Exchange {
  address: string;
  port: number;
  bytes: Uint8Array;
  isWhole: ((received: Uint8Array) => boolean) | undefined;
  limits: HardwareLimits;
}

function exchange({ address, port, bytes, isWhole, limits }: Exchange): Promise<TcpResult> {
  return new Promise((resolve) => {
    let isSent = false;
    let received = Buffer.alloc(0);
    const socket = connect({ host: address, port, noDelay: true });
    let timer = setTimeout(() => end({ ok: false, isSent, detail: "No reply in time." }), limits.connectMs);

    function end(result: TcpResult): void {
      clearTimeout(timer);
      // Flushes what was written when no reply is expected.
      if (result.ok) socket.end();
      else socket.destroy();
      resolve(result);
    }

    socket.on("error", (error: NodeJS.ErrnoException) => end({ ok: false, isSent, detail: errorReason(error) }));
    socket.on("close", () => end({ ok: false, isSent, detail: "Connection closed without a reply." }));
    socket.once("connect", () => {
      clearTimeout(timer);
      timer = setTimeout(() => end({ ok: false, isSent, detail: "No reply in time." }), limits.replyMs);
      isSent = true;
      socket.write(bytes, () => {
        if (!isWhole) end({ ok: true, received });
      });
    });
    socket.on("data", (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length > limits.maxBytes) end({ ok: false, isSent, detail: "The reply is too long." });
      else if (isWhole?.(received)) end({ ok: true, received });
    });
  });
}

function sendHttp(
  address: string,
  { method, host, port, path, body }: Parameters<RelayHttp>[0],
  limits: HardwareLimits,
): ReturnType<RelayHttp> {
  return new Promise((resolve) => {
    let isSent = false;
    const fail = (detail: string) => resolve({ ok: false, isSent, detail });
    const text = body === undefined ? undefined : JSON.stringify(body);
    const outgoing = request({
      host: address,
      port,
      path,
      method,
      agent: false,
      headers: {
        host: `${host.includes(":") ? `[${host}]` : host}:${port}`,
        connection: "close",
        ...(text !== undefined && { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
      },
    });
    let timer = setTimeout(() => outgoing.destroy(new Error("No reply in time.")), limits.connectMs);
    outgoing.once("socket", (socket) =>
      socket.once("connect", () => {
        isSent = true;
        clearTimeout(timer);
        timer = setTimeout(() => outgoing.destroy(new Error("No reply in time.")), limits.replyMs);
      }),
    );
    outgoing.once("error", (error) => fail(errorReason(error)));
    outgoing.once("close", () => clearTimeout(timer));
    outgoing.once("response", (response) => {
      let size = 0;
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size > limits.maxBytes) outgoing.destroy(new Error("The reply is too long."));
        else chunks.push(chunk);
      });
      response.once("end", () =>
        resolve({ ok: true, status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8") }),
      );
      response.once("error", (error) => fail(errorReason(error)));
      response.once("close", () => fail("The reply was cut off."));
    });
    outgoing.end(text);
  });
}

function errorReason(error: NodeJS.ErrnoException): string {
  if (error.code === "ECONNREFUSED") return "Connection refused.";
  if (error.code === "ECONNRESET") return "Connection closed without a reply.";
  if (error.code === "ETIMEDOUT") return "No reply in time.";
  if (error.code?.startsWith("HPE_")) return "The reply is not HTTP.";
  return error.code === undefined ? error.message : `Connection failed (${error.code}).`;
}
