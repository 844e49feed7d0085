import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";

/** One exchange over TCP, with limits of time and inside the site's networks; a failure is a value. */
export type TcpTransport = (request: {
  host: string;
  port: number;
  /** What is sent. */
  bytes: Uint8Array;
  /** Whether what has arrived is the whole answer; absent where none is expected. */
  isWhole?: (received: Uint8Array) => boolean;
}) => Promise<TcpResult>;

/** What came back, or why nothing did. `isSent` tells whether the device may have heard it. */
export type TcpResult =
  | { readonly ok: true; readonly received: Uint8Array }
  | { readonly ok: false; readonly isSent: boolean; readonly detail: string };

/** One GET or POST to a board, with the same limits. */
export type RelayHttp = (request: {
  method: "GET" | "POST";
  host: string;
  port: number;
  path: string;
  body?: unknown;
}) => Promise<{ ok: true; status: number; text: string } | { ok: false; isSent: boolean; detail: string }>;

/** The ways to the field that a driver is handed. */
export interface HardwareTransports {
  readonly tcp: TcpTransport;
  readonly http: RelayHttp;
}

/** The device said yes. */
export const accepted = (detail: string): HardwareResult => ({ outcome: "accepted", detail });

/** The device said no, or nobody could have said yes. */
export const rejected = (detail: string): HardwareResult => ({ outcome: "rejected", detail });

/** No answer came; whether the command was heard all the same is told, because it may still have done something. */
export const noReply = ({ isSent, detail }: { isSent: boolean; detail: string }): HardwareResult => ({
  outcome: "unreachable",
  detail: `${sentence(detail)} ${isSent ? "The device may have received the command." : "Command not sent."}`,
});

/** What came back is no answer to what was asked. */
export const notUnderstood = (detail: string): HardwareResult => noReply({ isSent: true, detail });

/** A device's own words, fit to end a sentence. */
export function saying(words: string): string {
  const plain = words
    .replaceAll(/[\p{Cc}\p{Cs}\ufffd\s]+/gu, " ")
    .replace(/[\s.!?]+$/, "")
    .trim();
  return plain.length > 100 ? `${plain.slice(0, 99)}…` : plain;
}

const sentence = (detail: string) => (/[.!?]$/.test(detail) ? detail : `${detail}.`);
