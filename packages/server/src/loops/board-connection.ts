import { connect, type Socket } from "node:net";
import type { TcpResult, TcpTransport } from "@gatehouse/drivers/hardware-transport";
import { locateDevice } from "../outbound/device-address.ts";
import { type NameLookup, systemLookup } from "../outbound/dns-lookup.ts";
import { connectionFailure, noReplyWithin } from "../outbound/http-failures.ts";

/** Time limits of a connection. */
export interface ConnectionLimits {
  readonly connectMs: number;
  readonly replyMs: number;
}

const defaultLimits: ConnectionLimits = { connectMs: 1_000, replyMs: 1_000 };
const maxReplyBytes = 4_096;

/** A connection to one board that stays open between requests, which are sent one at a time. */
export interface BoardConnection {
  readonly tcp: TcpTransport;
  /** Closes the connection and ends a running request. */
  close(): void;
}

/**
 * Connects at the first request and again after a failure. Only addresses inside the site's networks are reached; when
 * the list of networks changes, the address is checked again.
 */
export function createBoardConnection(
  networks: () => string,
  lookup: NameLookup = systemLookup,
  limits: ConnectionLimits = defaultLimits,
): BoardConnection {
  let socket: Socket | undefined;
  let checkedNetworks = "";
  let isClosed = false;

  function drop(): void {
    socket?.destroy();
    socket = undefined;
  }

  async function open(host: string, port: number): Promise<TcpResult | Socket> {
    checkedNetworks = networks();
    const located = await locateDevice(host, checkedNetworks, { lookup, timeoutMs: limits.connectMs });
    if (!located.ok) return located;
    if (isClosed) return closedFailure;
    const opened = connect({ host: located.address, port, noDelay: true });
    socket = opened;
    const failure = await untilConnected(opened, limits.connectMs);
    if (failure) return failure;
    opened.on("close", () => {
      if (socket === opened) socket = undefined;
    });
    return opened;
  }

  return {
    tcp: async ({ host, port, bytes, isWhole }) => {
      if (isClosed) return closedFailure;
      if (socket && checkedNetworks !== networks()) drop();
      const opened = socket ?? (await open(host, port));
      const result = "ok" in opened ? opened : await exchange(opened, bytes, isWhole, limits.replyMs);
      // A late reply must not be read as the reply to the next request.
      if (!result.ok) drop();
      return result;
    },
    close: () => {
      isClosed = true;
      drop();
    },
  };
}

const closedFailure: TcpResult = { ok: false, isSent: false, detail: "The connection was closed." };

function untilConnected(socket: Socket, timeoutMs: number): Promise<TcpResult | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => fail(noReplyWithin(timeoutMs).detail), timeoutMs);
    function fail(detail: string): void {
      clearTimeout(timer);
      socket.destroy();
      resolve({ ok: false, isSent: false, detail });
    }
    // Stays attached: an error between two requests only closes the connection.
    socket.on("error", (error: NodeJS.ErrnoException) => fail(connectionFailure(error).detail));
    socket.once("close", () => fail("The connection was closed."));
    socket.once("connect", () => {
      clearTimeout(timer);
      resolve(undefined);
    });
  });
}

function exchange(
  socket: Socket,
  bytes: Uint8Array,
  isWhole: ((received: Uint8Array) => boolean) | undefined,
  timeoutMs: number,
): Promise<TcpResult> {
  return new Promise((resolve) => {
    let received = Buffer.alloc(0);
    const timer = setTimeout(() => fail(noReplyWithin(timeoutMs).detail), timeoutMs);
    function end(result: TcpResult): void {
      clearTimeout(timer);
      socket.off("data", onData).off("close", onClose);
      resolve(result);
    }
    const fail = (detail: string) => end({ ok: false, isSent: true, detail });
    const onClose = () => fail("The connection was closed.");
    const onData = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      if (received.length > maxReplyBytes) fail("The reply is too long.");
      else if (isWhole?.(received)) end({ ok: true, received });
    };
    socket.on("data", onData).on("close", onClose);
    socket.write(bytes, () => {
      if (!isWhole) end({ ok: true, received });
    });
  });
}
