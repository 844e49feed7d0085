import { connect } from "node:net";
import { success } from "@gatehouse/drivers/ai-devices/result";
import type { HardwareTransports, RelayHttp, TcpResult } from "@gatehouse/drivers/hardware-transport";
import { deviceNetworks, lookupWithin, resolveAllowedAddress } from "../outbound/allowed-address.ts";
import { type NameLookup, systemLookup } from "../outbound/dns-lookup.ts";
import { sendHttp } from "../outbound/http-client.ts";
import { connectionFailure } from "../outbound/http-failures.ts";

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
    const target = urlOf(host);
    if (!target) return { ok: false, isSent: false, detail: "Invalid address." };
    const networks = deviceNetworks(await readNetworks());
    const place = await lookupWithin(resolveAllowedAddress(target, networks, look), limits.connectMs);
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

function urlOf(host: string, port = 80, path = "/"): URL | undefined {
  const text = `http://${host.includes(":") ? `[${host}]` : host}:${port}${path}`;
  return URL.canParse(text) ? new URL(text) : undefined;
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

async function ask(
  address: string,
  { method, host, port, path, body }: Parameters<RelayHttp>[0],
  { connectMs, answerMs, mostBytes }: HardwareLimits,
): ReturnType<RelayHttp> {
  const url = urlOf(host, port, path);
  if (!url) return { ok: false, isSent: false, detail: "Invalid address." };
  let isSent = false;
  const onConnected = () => {
    isSent = true;
  };
  const result = await sendHttp({ url, method, body, onConnected }, async () => success(address), {
    connectTimeoutMs: connectMs,
    timeoutMs: answerMs,
    maxBytes: mostBytes,
  });
  if (!result.ok) return { ok: false, isSent, detail: result.failure.detail };
  return { ok: true, status: result.value.status, text: result.value.text };
}

const errorReason = (error: NodeJS.ErrnoException): string => connectionFailure(error).detail;
