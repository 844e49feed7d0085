import { request } from "node:http";
import { connect } from "node:net";
import type { HardwareTransports, RelayHttp, TcpResult } from "@gatehouse/drivers/hardware-transport";
import { placeInside } from "../outbound/device-http.ts";
import { type NameLookup, systemLookup } from "../outbound/dns-lookup.ts";
import { parseNetworks } from "../platform/networks.ts";

/** How long something in the field may take. */
export interface HardwareLimits {
  readonly connectMs: number;
  readonly answerMs: number;
  readonly mostBytes: number;
}

const usualLimits: HardwareLimits = { connectMs: 1_000, answerMs: 2_000, mostBytes: 65_536 };

type Place = { ok: true; address: string } | { ok: false; isSent: false; detail: string };

/** Connects to field devices in two steps, so that a caller can check the resolved address before anything is sent. */
export interface HardwareConnector {
  /** Resolves a host to one address inside the site's networks. */
  locate(host: string): Promise<Place>;
  /** Transports that connect to this address, whatever host they are given. */
  at(address: string): HardwareTransports;
}

/** Creates a connector: each exchange has a connection of its own, within limits. */
export function createHardwareConnector(
  readNetworks: () => Promise<string>,
  look: NameLookup = systemLookup,
  limits: HardwareLimits = usualLimits,
): HardwareConnector {
  async function locate(host: string): Promise<Place> {
    const target = `http://${host.includes(":") ? `[${host}]` : host}/`;
    if (!URL.canParse(target)) return { ok: false, isSent: false, detail: "Invalid address." };
    const found = placeInside(new URL(target), parseNetworks(await readNetworks()), look);
    const place = await inTime(found, limits.connectMs);
    if (place === undefined) return { ok: false, isSent: false, detail: "Host name lookup timed out." };
    return place.ok ? { ok: true, address: place.value } : { ok: false, isSent: false, detail: place.failure.detail };
  }

  return {
    locate,
    at: (address) => ({
      tcp: ({ port, bytes, isWhole }) => exchange({ address, port, bytes, isWhole, limits }),
      http: (sent) => ask(address, sent, limits),
    }),
  };
}

function inTime<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
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
      // What was written still goes out where no answer is awaited.
      if (result.ok) socket.end();
      else socket.destroy();
      resolve(result);
    }

    socket.on("error", (error: NodeJS.ErrnoException) => end({ ok: false, isSent, detail: errorReason(error) }));
    socket.on("close", () => end({ ok: false, isSent, detail: "Connection closed without a reply." }));
    socket.once("connect", () => {
      clearTimeout(timer);
      timer = setTimeout(() => end({ ok: false, isSent, detail: "No reply in time." }), limits.answerMs);
      isSent = true;
      socket.write(bytes, () => {
        if (!isWhole) end({ ok: true, received });
      });
    });
    socket.on("data", (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length > limits.mostBytes) end({ ok: false, isSent, detail: "The reply is too long." });
      else if (isWhole?.(received)) end({ ok: true, received });
    });
  });
}

function ask(
  address: string,
  { method, host, port, path, body }: Parameters<RelayHttp>[0],
  limits: HardwareLimits,
): ReturnType<RelayHttp> {
  return new Promise((resolve) => {
    let isSent = false;
    const fail = (detail: string) => resolve({ ok: false, isSent, detail });
    const text = body === undefined ? undefined : JSON.stringify(body);
    const asking = request({
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
    let timer = setTimeout(() => asking.destroy(new Error("No reply in time.")), limits.connectMs);
    asking.once("socket", (socket) =>
      socket.once("connect", () => {
        isSent = true;
        clearTimeout(timer);
        timer = setTimeout(() => asking.destroy(new Error("No reply in time.")), limits.answerMs);
      }),
    );
    asking.once("error", (error) => fail(errorReason(error)));
    asking.once("close", () => clearTimeout(timer));
    asking.once("response", (answer) => {
      let size = 0;
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size > limits.mostBytes) asking.destroy(new Error("The reply is too long."));
        else chunks.push(chunk);
      });
      answer.once("end", () =>
        resolve({ ok: true, status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8") }),
      );
      answer.once("error", (error) => fail(errorReason(error)));
      answer.once("close", () => fail("The reply was cut off."));
    });
    asking.end(text);
  });
}

function errorReason(error: NodeJS.ErrnoException): string {
  if (error.code === "ECONNREFUSED") return "Connection refused.";
  if (error.code === "ECONNRESET") return "Connection closed without a reply.";
  if (error.code === "ETIMEDOUT") return "No reply in time.";
  if (error.code?.startsWith("HPE_")) return "The reply is not HTTP.";
  return error.code === undefined ? error.message : `Connection failed (${error.code}).`;
}
