import { connect, type Socket } from "node:net";
import { locateDevice } from "./device-address.ts";
import { type NameLookup, systemLookup } from "./dns-lookup.ts";
import { connectionError, noReplyWithin } from "./http-errors.ts";

/** An open connection, or why there is none. */
export type OpenedSocket = { ok: true; socket: Socket } | { ok: false; isSent: false; detail: string };

/** What limits a connection. */
export interface SocketLimits {
  readonly networks: string;
  readonly connectMs: number;
  /** Ends the attempt. An open connection is not affected. */
  readonly signal: AbortSignal;
  readonly lookup?: NameLookup;
}

/** The error of a connection that the server closed itself. */
export const connectionClosed = { ok: false, isSent: false, detail: "The connection was closed." } as const;

/** Connects to a device inside the site's networks, for connections that stay open. Errors only close the socket. */
export async function openDeviceSocket(
  { host, port }: { readonly host: string; readonly port: number },
  { networks, connectMs, signal, lookup = systemLookup }: SocketLimits,
): Promise<OpenedSocket> {
  const located = await locateDevice(host, networks, { lookup, timeoutMs: connectMs });
  if (!located.ok) return located;
  if (signal.aborted) return connectionClosed;
  return new Promise((resolve) => {
    const socket = connect({ host: located.address, port, noDelay: true });
    const timer = setTimeout(() => fail(noReplyWithin(connectMs).detail), connectMs);
    const close = () => fail(connectionClosed.detail);
    function fail(detail: string): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", close);
      socket.destroy();
      resolve({ ok: false, isSent: false, detail });
    }
    signal.addEventListener("abort", close);
    const failWith = (error: NodeJS.ErrnoException) => fail(connectionError(error).detail);
    socket.on("error", failWith);
    socket.once("connect", () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", close);
      socket.on("error", () => {}).off("error", failWith);
      resolve({ ok: true, socket });
    });
  });
}
