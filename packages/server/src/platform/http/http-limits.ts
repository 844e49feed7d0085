/** Limits on what callers may occupy while their requests arrive. */
export interface HttpLimits {
  /** Time for the headers to arrive, and the period over which the transfer rate of a body is measured. */
  readonly requestTimeoutMs: number;
  /** A body that arrives more slowly than this, averaged over the period above, is refused. */
  readonly minBytesPerSecond: number;
  readonly maxConnections: number;
  readonly maxConnectionsPerAddress: number;
  /** Bodies held in memory at once: by known devices in all, and by everyone else in all. */
  readonly maxBodyBytes: number;
  /** The same for one known device, or one address. */
  readonly maxBodyBytesPerAddress: number;
}

/** A megabyte, as settings count it. */
export const megabyte = 1_048_576;

/** The largest body that is held in memory must fit into every budget. */
export const minBodyMegabytes = 16;

/** Limits when no setting changes them. */
export const defaultHttpLimits: HttpLimits = {
  requestTimeoutMs: 20_000,
  minBytesPerSecond: 1_024,
  maxConnections: 2_000,
  maxConnectionsPerAddress: 200,
  maxBodyBytes: 256 * megabyte,
  maxBodyBytesPerAddress: 64 * megabyte,
};
