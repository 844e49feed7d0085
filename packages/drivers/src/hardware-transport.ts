import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";

/** One TCP request and response, with a timeout and limited to the site's networks. An error is a value. */
export type TcpTransport = (request: {
  host: string;
  port: number;
  bytes: Uint8Array;
  /** Whether the response is complete; absent if none is expected. */
  isWhole?: (received: Uint8Array) => boolean;
}) => Promise<TcpResult>;

/** The response, or why there is none. `isSent`: the device may have received the request. */
export type TcpResult =
  | { readonly ok: true; readonly received: Uint8Array }
  | { readonly ok: false; readonly isSent: boolean; readonly detail: string };

/** One GET or POST to a relay board, with the same limits. */
export type RelayHttp = (request: {
  method: "GET" | "POST";
  host: string;
  port: number;
  path: string;
  body?: unknown;
}) => Promise<{ ok: true; status: number; text: string } | { ok: false; isSent: boolean; detail: string }>;

/**
 * One UDP request and response, with the same limits. The request is repeated until a datagram is the reply: the
 * datagrams take turns.
 */
export type UdpTransport = (request: {
  host: string;
  port: number;
  datagrams: readonly Uint8Array[];
  isReply: (datagram: Uint8Array) => boolean;
}) => Promise<UdpResult>;

/** That a reply arrived and at which address of this machine, or why there is none. */
export type UdpResult =
  | { readonly ok: true; readonly localAddress: string }
  | { readonly ok: false; readonly isSent: boolean; readonly detail: string };

/** The transports that a driver uses. */
export interface HardwareTransports {
  readonly tcp: TcpTransport;
  readonly udp: UdpTransport;
  readonly http: RelayHttp;
}

/** The device executed the command. */
export const accepted = (detail: string): HardwareResult => ({ outcome: "accepted", detail });

/** The device rejected the command, or it can't be executed. */
export const rejected = (detail: string): HardwareResult => ({ outcome: "rejected", detail });

/** No response. The detail says whether the device may have received the command. */
export const noReply = ({ isSent, detail }: { isSent: boolean; detail: string }): HardwareResult => ({
  outcome: "unreachable",
  detail: `${sentence(detail)} ${isSent ? "The device may have received the command." : "Command not sent."}`,
});

/** The response does not belong to the request. */
export const invalidReply = (detail: string): HardwareResult => noReply({ isSent: true, detail });

/** The text of a device, shortened and without closing punctuation, to quote at the end of a sentence. */
export function toQuote(words: string): string {
  const plain = words
    .replaceAll(/[\p{Cc}\p{Cs}\ufffd\s]+/gu, " ")
    .replace(/(?<![\s.!?])[\s.!?]+$/, "")
    .trim();
  return plain.length > 100 ? `${plain.slice(0, 99)}…` : plain;
}

const sentence = (detail: string) => (/[.!?]$/.test(detail) ? detail : `${detail}.`);
