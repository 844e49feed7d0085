import type { Socket } from "node:net";
import type { TcpResult, TcpTransport } from "@gatehouse/drivers/hardware-transport";
import { connectionClosed, type OpenedSocket, openDeviceSocket } from "../../alert/device-socket.ts";
import { type NameLookup, systemLookup } from "../../alert/dns-lookup.ts";
import { noReplyWithin } from "../../alert/http-failures.ts";

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
  const closing = new AbortController();

  function drop(): void {
    socket?.destroy();
    socket = undefined;
  }

  async function open(host: string, port: number): Promise<OpenedSocket> {
    checkedNetworks = networks();
    const { signal } = closing;
    const opened = await openDeviceSocket(
      { host, port },
      { networks: checkedNetworks, connectMs: limits.connectMs, signal, lookup },
    );
    if (!opened.ok) return opened;
    socket = opened.socket;
    opened.socket.on("close", () => {
      if (socket === opened.socket) socket = undefined;
    });
    return opened;
  }

  return {
    tcp: async ({ host, port, bytes, isWhole }) => {
      if (closing.signal.aborted) return connectionClosed;
      if (socket && checkedNetworks !== networks()) drop();
      const opened = socket ? ({ ok: true, socket } as const) : await open(host, port);
      const result = opened.ok ? await exchange(opened.socket, bytes, isWhole, limits.replyMs) : opened;
      // A late reply must not be read as the reply to the next request.
      if (!result.ok) drop();
      return result;
    },
    close: () => {
      closing.abort();
      drop();
    },
  };
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
    const onClose = () => fail(connectionClosed.detail);
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
