import type { HardwareTransports, RelayHttp, TcpResult, TcpTransport } from "../src/hardware-transport.ts";

type HttpResult = Awaited<ReturnType<RelayHttp>>;

export const unreachableHost = { ok: false, isSent: false, detail: "No route to host" } as const;

/** The host does not reply. */
export const silence = { ok: false, isSent: true, detail: "No answer came in time" } as const;

const unused = () => Promise.reject(new Error("This driver has no business here."));

/** A TCP transport with a recorded reply in chunks; records what was sent. */
export function recordedTcp(response: (sent: Buffer) => readonly Uint8Array[] | Extract<TcpResult, { ok: false }>) {
  const sent: { host: string; port: number; bytes: Buffer }[] = [];
  const tcp: TcpTransport = async ({ host, port, bytes, isWhole }) => {
    sent.push({ host, port, bytes: Buffer.from(bytes) });
    const pieces = response(Buffer.from(bytes));
    if ("ok" in pieces) return pieces;
    let received: Buffer = Buffer.alloc(0);
    for (const piece of pieces) {
      received = Buffer.concat([received, piece]);
      if (isWhole?.(received)) return { ok: true, received };
    }
    return silence;
  };
  const transports: HardwareTransports = { tcp, udp: unused, http: unused };
  return { transports, sent };
}

/** An HTTP transport with a recorded reply; records the requests. */
export function recordedHttp(response: HttpResult) {
  const asked: Parameters<RelayHttp>[0][] = [];
  const http: RelayHttp = async (request) => {
    asked.push(request);
    return response;
  };
  const transports: HardwareTransports = { tcp: unused, udp: unused, http };
  return { transports, asked };
}

/** Bytes split at the given offsets. */
export function cutAt(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
}
