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
