import { createSocket } from "node:dgram";
import { connect, isIPv6 } from "node:net";
import { success } from "@gatehouse/drivers/device-result";
import type {
  HardwareTransports,
  RelayHttp,
  TcpResult,
  UdpResult,
  UdpTransport,
} from "@gatehouse/drivers/hardware-transport";
import { deviceUrl, type LocatedDevice, locateDevice } from "../../alert/device-address.ts";
import { type NameLookup, systemLookup } from "../../alert/dns-lookup.ts";
import { sendHttp } from "../../alert/http-client.ts";
import { connectionError } from "../../alert/http-errors.ts";

type UdpRequest = Parameters<UdpTransport>[0] & {
  address: string;
  replyMs: number;
  /** Asked before each datagram. */
  isAllowed?: () => boolean;
};

/** The first repetition follows after this time; the next ones after twice the time of the previous one. */
const firstRepeatMs = 250;

/** Sends a request over UDP and repeats it until its reply arrives or the time is over. */
function exchangeDatagrams({
  address,
  port,
  datagrams,
  isReply,
  replyMs,
  isAllowed = () => true,
}: UdpRequest): Promise<UdpResult> {
  return new Promise((resolve) => {
    const socket = createSocket(isIPv6(address) ? "udp6" : "udp4");
    let sentCount = 0;
    let repeating: NodeJS.Timeout | undefined;
    let isEnded = false;
    const ending = setTimeout(() => end({ ok: false, isSent: sentCount > 0, detail: "No reply in time." }), replyMs);

    function end(result: UdpResult): void {
      if (isEnded) return;
      isEnded = true;
      clearTimeout(ending);
      clearTimeout(repeating);
      socket.close();
      resolve(result);
    }

    // A closed port or a missing route: the first datagram was not received.
    const fail = (error: NodeJS.ErrnoException) =>
      end({ ok: false, isSent: sentCount > 1, detail: connectionError(error).detail });

    function send(): void {
      if (isEnded) return;
      if (!isAllowed()) {
        end({ ok: false, isSent: sentCount > 0, detail: "Interrupted." });
        return;
      }
      const datagram = datagrams[sentCount % datagrams.length];
      if (datagram) socket.send(datagram, (error) => error && fail(error));
      sentCount += 1;
      repeating = setTimeout(send, firstRepeatMs * 2 ** (sentCount - 1));
    }

    socket.on("error", fail);
    // A connected socket receives only from this address and port.
    socket.on("message", (datagram) => {
      if (isReply(datagram)) end({ ok: true, localAddress: socket.address().address });
    });
    socket.connect(port, address, send);
  });
}

/** Limits of one exchange with a device. */
export interface HardwareLimits {
  readonly connectMs: number;
  readonly replyMs: number;
  readonly maxBytes: number;
}

const defaultLimits: HardwareLimits = { connectMs: 1_000, replyMs: 2_000, maxBytes: 65_536 };

/** What may end an exchange. */
export interface ExchangeControl {
  readonly signal?: AbortSignal | undefined;
  /**
   * Asked when the connection is open, at the last moment before anything is sent: the process may have been suspended
   * while it connected.
   */
  readonly isAllowed?: (() => boolean) | undefined;
}

/** Without a database, each process sends the commands of its own events, even if another holds the lease. */
export const ownCommand: ExchangeControl = { isAllowed: () => true };

/** Connects to hardware in two steps, so that a caller can check the resolved address before anything is sent. */
export interface HardwareConnector {
  /** Resolves a host to one address inside the site's networks. */
  locate(host: string): Promise<LocatedDevice>;
  /** Transports that connect to this address and ignore the host of a request. */
  at(address: string, control?: ExchangeControl): HardwareTransports;
}

/** Creates a connector that opens a new connection for each exchange, if it `isAllowed` unless its caller says otherwise. */
export function createHardwareConnector(
  readNetworks: () => Promise<string>,
  lookup: NameLookup = systemLookup,
  limits: HardwareLimits = defaultLimits,
  isAllowedNow: () => boolean = () => true,
): HardwareConnector {
  return {
    locate: async (host) => locateDevice(host, await readNetworks(), { lookup, timeoutMs: limits.connectMs }),
    at: (address, { signal, isAllowed = isAllowedNow } = {}) => ({
      tcp: ({ port, bytes, isWhole }) => exchange({ address, port, bytes, isWhole, limits, signal, isAllowed }),
      udp: (request) => exchangeDatagrams({ ...request, address, replyMs: limits.replyMs, isAllowed }),
      http: (request) => requestRelayBoard(address, request, limits, { signal, isAllowed }),
    }),
  };
}

interface Exchange {
  address: string;
  port: number;
  bytes: Uint8Array;
  isWhole: ((received: Uint8Array) => boolean) | undefined;
  limits: HardwareLimits;
  signal: AbortSignal | undefined;
  isAllowed(): boolean;
}

const interrupted = "Interrupted.";

function exchange({ address, port, bytes, isWhole, limits, signal, isAllowed }: Exchange): Promise<TcpResult> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve({ ok: false, isSent: false, detail: interrupted });
    let isSent = false;
    let received = Buffer.alloc(0);
    const socket = connect({ host: address, port, noDelay: true });
    let timer = setTimeout(() => end({ ok: false, isSent, detail: "No reply in time." }), limits.connectMs);

    const interrupt = () => end({ ok: false, isSent, detail: interrupted });
    signal?.addEventListener("abort", interrupt);

    function end(result: TcpResult): void {
      clearTimeout(timer);
      signal?.removeEventListener("abort", interrupt);
      // Flushes what was written when no reply is expected.
      if (result.ok) socket.end();
      else socket.destroy();
      resolve(result);
    }

    socket.on("error", (error: NodeJS.ErrnoException) => end({ ok: false, isSent, detail: errorReason(error) }));
    socket.on("close", () => end({ ok: false, isSent, detail: "Connection closed without a reply." }));
    socket.once("connect", () => {
      if (!isAllowed()) return end({ ok: false, isSent, detail: interrupted });
      clearTimeout(timer);
      timer = setTimeout(() => end({ ok: false, isSent, detail: "No reply in time." }), limits.replyMs);
      isSent = true;
      socket.write(bytes, () => {
        if (!isWhole) end({ ok: true, received });
      });
    });
    socket.on("data", (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      if (received.length > limits.maxBytes) end({ ok: false, isSent, detail: "The reply is too long." });
      else if (isWhole?.(received)) end({ ok: true, received });
    });
  });
}

async function requestRelayBoard(
  address: string,
  { method, host, port, path, body }: Parameters<RelayHttp>[0],
  { connectMs, replyMs, maxBytes }: HardwareLimits,
  { signal, isAllowed }: Pick<Exchange, "signal" | "isAllowed">,
): ReturnType<RelayHttp> {
  const url = deviceUrl(host, port, path);
  if (!url) return { ok: false, isSent: false, detail: "Invalid address." };
  let isSent = false;
  const stop = new AbortController();
  const onConnected = () => {
    if (isAllowed()) isSent = true;
    else stop.abort();
  };
  const ended = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  const result = await sendHttp({ url, method, body, signal: ended, onConnected }, async () => success(address), {
    connectTimeoutMs: connectMs,
    timeoutMs: replyMs,
    maxBytes,
  });
  if (!result.ok) return { ok: false, isSent, detail: result.failure.detail };
  return { ok: true, status: result.value.status, text: result.value.text };
}

const errorReason = (error: NodeJS.ErrnoException): string => connectionError(error).detail;
